import { valueAt, entriesOf, textOf, type Literal } from '../../literal/literal.ts';
import { folderOf, pathWithin } from '../../text/paths.ts';
import { delimiterSettings } from '../../page-code/code-rules.ts';
import { mkdocsNavigation } from './navigation.ts';
import type { Content, ReadSite, SiteContext } from '../../site/kind.ts';
import { asPrefix, placeFrom, siteOf } from '../../site/site.ts';
import { pluginNames, pluginOf, readWithParents, type MkDocsConfig } from './inherited.ts';
import { languageContents } from './languages.ts';

/**
 * Reads an MkDocs site from `mkdocs.yml`. Links name files; only the web server knows what an absolute path leads to.
 */
export async function readMkDocs(context: SiteContext, path: string): Promise<ReadSite | undefined> {
  const root = folderOf(path);
  const config = await readWithParents(context, path);
  const docs = textOf(config.of('docs_dir')?.value) ?? 'docs';
  const folder = placeFrom(root, docs);
  if (!context.index.isFolder(folder)) return undefined;
  const plugins = config.all('plugins');
  const languages = languageContents(context.index, folder, pluginOf(plugins, 'i18n'));
  // Sites that inherit a configuration are translations. Pages that a translation lacks come from the first site.
  const original = config.parents
    .map((file) => placeFrom(folderOf(file), docs))
    .find((other) => other !== folder && context.index.isFolder(other));
  const fallback = original === undefined ? {} : { fallback: original };
  const own: Content = { folder, routes: [''], kind: 'docs', ...fallback };
  const navigation = config.of('nav');
  const lists = languages[0]?.folder ?? folder;
  return {
    ...siteOf(root, path),
    contents: [...languages, own],
    statics: [folder, ...(original === undefined ? [] : [original])],
    base: asPrefix(URL.parse(textOf(config.of('site_url')?.value) ?? '')?.pathname ?? ''),
    doubts: doubtsOf(config),
    // Blog and tags plugins generate pages.
    generated: (pluginNames(plugins) ?? []).some((name) => /blog|tags/.test(name)) ? ['/blog', '/tags'] : [],
    redirects: readRedirects(plugins),
    // An inherited `nav` belongs to another site too, so it is not a source here.
    navigation:
      !config.isComplete || navigation?.path === path ? [{ path, folder: lists, format: mkdocsNavigation }] : [],
    excludes: (page) => {
      const inner = pathWithin(page, folder);
      return (
        /(?:^|\/)(?:\.|node_modules\/|includes\/|snippets\/|partials\/|templates\/)/.test(inner) || isOverride(inner)
      );
    },
    reportsMdx: false,
    plainTemplates:
      config.isComplete &&
      config.of('hooks') === undefined &&
      (pluginNames(plugins) ?? ['']).every((name) => leavesTemplates.test(name)),
    ...marksOf(pluginOf(plugins, 'macros'), await textsOf(context, [path, ...config.parents])),
  };
}

/** Returns the texts of files; undefined for one that cannot be read. */
async function textsOf({ facts, tree }: SiteContext, paths: readonly string[]): Promise<(string | undefined)[]> {
  const texts = await Promise.all(paths.map((path) => facts.text(tree, path)));
  return texts.map((text) => (text.kind === 'refused' ? undefined : text.value));
}

/** mkdocs-macros-plugin.readthedocs.io/en/latest/rendering, `j2_variable_start_string` and the like */
function marksOf(macros: Literal | undefined, texts: readonly (string | undefined)[]): Pick<ReadSite, 'templateMarks'> {
  if (texts.includes(undefined)) return { templateMarks: 'unreadable' };
  const named = texts.flatMap((text = '') => [...text.matchAll(delimiterSettings)]);
  if (named.length === 0) return {};
  const own = new Map(entriesOf(macros).map(({ key, value }) => [key, textOf(value)]));
  const read = [...own].filter(([key, text]) => key in jinjaMarks && text !== undefined && text !== '');
  // What is inherited, merged or named by an alias is not read.
  if (read.length !== named.length) return { templateMarks: 'unreadable' };
  const marks = read.map(([key, text = '']): [string, string] => [text, jinjaMarks[key] ?? '']);
  const isAlike = new Set(marks.map(([text]) => text)).size < marks.length;
  return { templateMarks: isAlike ? 'unreadable' : marks };
}

const jinjaMarks: Record<string, string> = {
  j2_block_start_string: '{%',
  j2_block_end_string: '%}',
  j2_variable_start_string: '{{',
  j2_variable_end_string: '}}',
};

function doubtsOf(config: MkDocsConfig): string[] {
  if (!config.isComplete) return ['its configuration cannot be read'];
  const plugins = pluginNames(config.all('plugins'));
  const others = (plugins ?? []).filter((name) => !harmlessPlugins.test(name));
  return [
    ...(config.of('hooks') ? ['its hooks may add or move pages'] : []),
    ...(plugins === undefined ? ['its plugins cannot be told'] : []),
    ...others.map((name) => `the plugin ${name} may add or move pages`),
  ];
}

function isOverride(path: string): boolean {
  return /(?:^|\/)(?:overrides|_)\b/.test(path);
}

/** Plugins that neither add nor move pages. */
const harmlessPlugins =
  /^(?:material\/)?(?:search|minify|redirects|git-|glightbox|social|privacy|offline|optimize|meta|i18n|llmstxt|mike|awesome-(?:pages|nav)|literate-nav|section-index|nav-|table-reader|mermaid2?|autorefs|mkdocstrings|macros|open-in-new-tab|spellcheck|htmlproofer|exclude|typeset|info|termynal|tooltips|markdownextradata|include-markdown|pymdownx|snippets|codeinclude|charts|drawio|print-site|rss|image)/;

/** Plugins that take nothing in a page for a template. Any other may. */
const leavesTemplates =
  /^(?:material\/)?(?:search|minify(?:_html)?|redirects|git-[\w-]+|glightbox|social|privacy|offline|optimize|meta|i18n|llmstxt(?:-md)?|mike|awesome-(?:pages|nav)|literate-nav|section-index|nav-[\w-]+|mermaid2?|autorefs|mkdocstrings|open-in-new-tab|spellcheck|htmlproofer|exclude|typeset|info|termynal|tooltips|include-markdown|codeinclude|charts|drawio|print-site|rss|blog|tags|group|projects|gen-files|multirepo|monorepo|same-dir|swagger-ui-tag|kroki|autolinks|enumerate-headings|material-relative-language-selector|exporter|pdf-export|with-pdf|lightgallery|callouts|roamlinks|ezlinks-plugin|ezlinks|redoc-tag|render_swagger|coverage|click|typedoc|build-plantuml|plantuml_local|puml|markdown-exec|api-autonav|badges|video|unused-files|add-number|sitemap|robotstxt|copy-to-llm|alias|obsidian-support|encryptcontent|page-to-pdf|to-dos|tooltipster-links|quiz|embed-file|image-captions|caption)$/;

function readRedirects(plugins: Literal[]): Map<string, string> {
  return new Map(
    entriesOf(valueAt(pluginOf(plugins, 'redirects'), 'redirect_maps')).flatMap(
      ({ key, value }): [string, string][] => {
        const to = textOf(value);
        return to === undefined ? [] : [[asPrefix(key.replace(/(?:(?:^|\/)(?:index|README))?\.md$/, '')), to]];
      },
    ),
  );
}
