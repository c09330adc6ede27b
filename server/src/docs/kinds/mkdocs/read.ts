import { at, entriesOf, itemsOf, textOf, type Literal } from '../../literal/literal.ts';
import { folderOf, pathWithin } from '../../paths.ts';
import { mkdocsNavigation } from './navigation.ts';
import type { ReadSite, SiteContext } from '../../site/kind.ts';
import { asPrefix, readConfig, placeFrom, siteOf } from '../../site/site.ts';

/** MkDocs: `mkdocs.yml`. Links name files; addresses from the top are nobody's but the web server's. */
export async function readMkDocs(context: SiteContext, path: string): Promise<ReadSite | undefined> {
  const root = folderOf(path);
  const config = await readConfig(context, path);
  const folder = placeFrom(root, textOf(at(config, 'docs_dir')) ?? 'docs');
  if (!context.index.isFolder(folder)) return undefined;
  const plugins = pluginNames(at(config, 'plugins'));
  return {
    ...siteOf(root, path),
    contents: [{ folder, routes: [''], kind: 'docs' }],
    statics: [folder],
    base: asPrefix(URL.parse(textOf(at(config, 'site_url')) ?? '')?.pathname ?? ''),
    doubts: doubtsOf(config, plugins),
    // Blogs and tags make pages of their own.
    generated: (plugins ?? []).some((name) => /blog|tags/.test(name)) ? ['/blog', '/tags'] : [],
    redirects: readRedirects(at(config, 'plugins')),
    navigation: !config || at(config, 'nav') ? [{ path, folder, format: mkdocsNavigation }] : [],
    excludes: (page) => {
      const inner = pathWithin(page, folder);
      return (
        /(?:^|\/)(?:\.|node_modules\/|includes\/|snippets\/|partials\/|templates\/)/.test(inner) || isOverride(inner)
      );
    },
    reportsMdx: false,
  };
}

function doubtsOf(config: Literal | undefined, plugins: string[] | undefined): string[] {
  if (config?.kind !== 'map') return ['its configuration cannot be read'];
  const others = (plugins ?? []).filter((name) => !harmless.test(name));
  return [
    ...(at(config, 'INHERIT') ? ['its configuration inherits from another file'] : []),
    ...(at(config, 'hooks') ? ['its hooks may add or move pages'] : []),
    ...(plugins === undefined ? ['its plugins cannot be told'] : []),
    ...others.map((name) => `the plugin ${name} may add or move pages`),
  ];
}

function isOverride(path: string): boolean {
  return /(?:^|\/)(?:overrides|_)\b/.test(path);
}

/** Plugins that neither add nor move pages. */
const harmless =
  /^(?:material\/)?(?:search|minify|redirects|git-|glightbox|social|privacy|offline|optimize|meta|table-reader|mermaid2?|autorefs|mkdocstrings|macros|open-in-new-tab|spellcheck|htmlproofer|exclude|typeset|info|termynal|tooltips|markdownextradata|include-markdown|pymdownx|snippets|codeinclude|charts|drawio|print-site|rss|image)/;

/** Undefined when they cannot be told. */
function pluginNames(plugins: Literal | undefined): string[] | undefined {
  if (!plugins) return [];
  if (plugins.kind === 'map') return plugins.entries.map(({ key }) => key);
  if (plugins.kind !== 'list') return undefined;
  const names = plugins.items.map((item) => textOf(item) ?? entriesOf(item)[0]?.key);
  return names.every((name) => name !== undefined) ? names : undefined;
}

function readRedirects(plugins: Literal | undefined): Map<string, string> {
  const options =
    plugins?.kind === 'map'
      ? at(plugins, 'redirects')
      : itemsOf(plugins)
          .map((item) => at(item, 'redirects'))
          .find(Boolean);
  return new Map(
    entriesOf(at(options, 'redirect_maps')).flatMap(({ key, value }): [string, string][] => {
      const to = textOf(value);
      return to === undefined ? [] : [[asPrefix(key.replace(/(?:(?:^|\/)(?:index|README))?\.md$/, '')), to]];
    }),
  );
}
