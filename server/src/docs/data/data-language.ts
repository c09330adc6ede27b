import { baseName, extensionOf } from '../text/paths.ts';

/** The syntax of a data file. `jsonc` is JSON that may contain comments and trailing commas. */
export type DataLanguage = 'json' | 'jsonc' | 'yaml' | 'toml';

/** Returns the language of a data file by its name, or undefined for other files. */
export function dataLanguageOf(path: string): DataLanguage | undefined {
  const ending = extensionOf(path);
  if (ending === '.json') return isLenient(path) ? 'jsonc' : 'json';
  return languages[ending];
}

const languages: Record<string, DataLanguage> = {
  '.jsonc': 'jsonc',
  '.code-workspace': 'jsonc',
  '.geojson': 'json',
  '.ipynb': 'json',
  '.webmanifest': 'json',
  '.yaml': 'yaml',
  '.yml': 'yaml',
  '.toml': 'toml',
};

/** Whether a `.json` file belongs to a program that also accepts comments. */
function isLenient(path: string): boolean {
  if (/(?:^|\/)\.(?:vscode|devcontainer|zed|cursor)\//.test(path)) return true;
  return lenientNames.test(baseName(path));
}

const lenientNames =
  /^(?:(?:ts|js)config(?:\.[\w.-]+)?|deno|biome|nx|turbo|typedoc|renovate|wrangler|language-configuration|api-extractor(?:\.[\w.-]+)?|devcontainer|\.(?:eslintrc|babelrc|swcrc|jshintrc|oxlintrc|prettierrc|jscsrc|markdownlint(?:-cli2)?|markdownlintrc|cspell)|cspell|babel\.config|tslint|jsdoc|angular|docfx|launchSettings|appsettings(?:\.[\w.-]+)?|global)\.json$/i;
