import { baseName, extensionOf } from '../paths.ts';

/** How a file of data is written; `jsonc` is JSON that may have comments and commas at the end of lists. */
export type DataLanguage = 'json' | 'jsonc' | 'yaml' | 'toml';

/** The language that a file's name says it is written in; undefined for all other files. */
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

/** Files named `.json` whose programs read comments too. */
function isLenient(path: string): boolean {
  if (/(?:^|\/)\.(?:vscode|devcontainer|zed|cursor)\//.test(path)) return true;
  return lenientNames.test(baseName(path));
}

const lenientNames =
  /^(?:(?:ts|js)config(?:\.[\w.-]+)?|deno|biome|nx|turbo|typedoc|renovate|wrangler|language-configuration|api-extractor(?:\.[\w.-]+)?|devcontainer|\.(?:eslintrc|babelrc|swcrc|jshintrc|oxlintrc|prettierrc|jscsrc|markdownlint(?:-cli2)?|markdownlintrc|cspell)|cspell|babel\.config|tslint|jsdoc|angular|docfx|launchSettings|appsettings(?:\.[\w.-]+)?|global)\.json$/i;
