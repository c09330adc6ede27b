import { valueAt, entriesOf, itemsOf, textOf, type Literal } from '../../literal/literal.ts';
import { mapBounded } from '../../map-bounded.ts';
import { baseName, folderOf, isMarkdown, isWithin, joinPath, pathWithin } from '../../text/paths.ts';
import { dataFormat } from '../../navigation/data-lists.ts';
import { globMatcher } from '../../site/glob.ts';
import type { Content, ReadSite, SiteContext } from '../../site/kind.ts';
import { asPrefix, readConfig, siteOf, joinParts } from '../../site/site.ts';
import { quietIncludes } from './templates.ts';
import { jekyllCollections, jekyllPermalinks, type JekyllCollection } from './addresses.ts';

/** Navigation lists in `_data`: jekyllrb.com/tutorials/navigation */
const dataNavigation = dataFormat((literal) => literal);

/**
 * Reads a Jekyll site: `_config.yml` beside pages with front matter, and layouts, a theme or a Gemfile that prove it is
 * Jekyll's.
 */
export async function readJekyll(context: SiteContext, path: string): Promise<ReadSite | undefined> {
  const { index } = context;
  const root = folderOf(path);
  const config = await readConfig(context, path);
  const source = joinPath(root, textOf(valueAt(config, 'source')) ?? '') ?? root;
  if (isOther(context, root, config) || !(await isJekyll(context, { root, source, config }))) return undefined;
  const { written, kept } = jekyllCollections(config, source);
  const collections = written.filter(({ folder }) => index.isFolder(folder));
  return {
    ...siteOf(root, path),
    contents: contentsOf(context, source, collections),
    statics: [source],
    base: asPrefix(textOf(valueAt(config, 'baseurl')) ?? ''),
    doubts: doubtsOf(context, source, config),
    generated: [...madeByPlugins, ...keptFiles(config)],
    navigation: index.files
      .filter((file) => isWithin(file, joinParts(source, '_data')) && listsPages.test(file))
      .map((file) => ({ path: file, folder: source, format: dataNavigation })),
    permalinks: jekyllPermalinks(config, source, collections),
    variables: variablesOf(config),
    quietParts: await quietIncludes(context, source),
    excludes: exclusionTest(config, source, { collections, kept }),
    reportsMdx: false,
  };
}

const madeByPlugins = ['/feed.xml', '/atom.xml', '/sitemap.xml', '/robots.txt', '/page', '/assets/css/style.css'];

/** Files that others add to the built site and Jekyll must keep: jekyllrb.com/docs/configuration/options */
function keptFiles(config: Literal | undefined): string[] {
  return itemsOf(valueAt(config, 'keep_files'))
    .flatMap((item) => textOf(item) ?? [])
    .filter((name) => !name.startsWith('.'))
    .map(asPrefix)
    .filter((prefix) => prefix !== '');
}

/** Data files that list pages, judged by name. Addresses in other files of `_data` may not belong to the site. */
const listsPages = /(?:nav|menu|sidebar|toc|docs|header|footer)[^/]*\.(?:ya?ml|json)$/i;

/** Whether a `_config.yml` belongs to another tool, such as Hexo or Jupyter Book. */
function isOther({ index }: SiteContext, root: string, config: Literal | undefined): boolean {
  if (
    ['_toc.yml', 'source/_posts', 'scaffolds'].some(
      (name) => index.isFile(joinParts(root, name)) || index.isFolder(joinParts(root, name)),
    )
  )
    return true;
  return ['source_dir', 'public_dir', 'new_post_name', 'execute', 'sphinx'].some(
    (key) => valueAt(config, key) !== undefined,
  );
}

interface Place {
  root: string;
  source: string;
  config: Literal | undefined;
}

async function isJekyll(context: SiteContext, { root, source, config }: Place): Promise<boolean> {
  const { index, facts, tree } = context;
  const says =
    ['_layouts', '_includes', '_posts'].some((name) => index.isFolder(joinParts(source, name))) ||
    ['theme', 'remote_theme', 'plugins', 'gems', 'collections', 'kramdown', 'defaults', 'permalink'].some(
      (key) => valueAt(config, key) !== undefined,
    ) ||
    (await isInGemfile(context, root));
  if (!says) return false;
  const pages = index.files
    .filter((file) => isWithin(file, source) && /\.(?:md|markdown|html)$/.test(file))
    .slice(0, 60);
  const known = await mapBounded(pages, 16, (file) => facts.rough(tree, file));
  return known.some((rough) => rough.kind === 'known' && Object.keys(rough.value.frontMatter).length > 0);
}

async function isInGemfile({ tree, index, facts }: SiteContext, root: string): Promise<boolean> {
  const path = joinParts(root, 'Gemfile');
  const text = index.isFile(path) ? await facts.text(tree, path) : undefined;
  return text?.kind === 'known' && /\b(?:jekyll|github-pages|just-the-docs)\b/.test(text.value);
}

/** Returns the site's folder, and each collection with the prefix of its addresses. */
function contentsOf({ index }: SiteContext, source: string, collections: JekyllCollection[]): Content[] {
  const html = index.files.some((file) => file.endsWith('.html') && isWithin(file, source));
  return [
    { folder: source, routes: [''], kind: 'docs' },
    ...collections.map(({ label, folder, permalink = '/:collection' }): Content => ({
      folder,
      routes: [asPrefix(permalink.replace(':collection', label).replace(/:.*$/, ''))],
      kind: label === 'posts' ? 'blog' : 'docs',
    })),
    ...(html ? [{ folder: source, routes: [''], kind: 'pages' as const }] : []),
  ];
}

function doubtsOf({ index }: SiteContext, source: string, config: Literal | undefined): string[] {
  const plugins = [...itemsOf(valueAt(config, 'plugins')), ...itemsOf(valueAt(config, 'gems'))].flatMap(
    (item) => textOf(item) ?? [],
  );
  const others = plugins.filter((name) => !harmlessPlugins.test(name));
  return [
    ...(config?.kind === 'map' ? [] : ['its configuration cannot be read']),
    ...(index.isFolder(joinParts(source, '_plugins')) ? ['plugins of its own may make pages'] : []),
    ...others.map((name) => `the plugin ${name} may make pages`),
  ];
}

/** Plugins that make no pages except feeds and sitemaps. It includes all plugins that GitHub Pages supports. */
const harmlessPlugins =
  /^(?:jekyll-(?:feed|sitemap|seo-tag|redirect-from|avatar|mentions|relative-links|optional-front-matter|readme-index|titles-from-headings|default-layout|github-metadata|remote-theme|include-cache|toc|gist|paginate|last-modified-at|spaceship|sass-converter|coffeescript|commonmark|target-blank|theme-.*|minifier|algolia|compose|tabs|image-size)|jemoji|premonition|just-the-docs|kramdown.*|github-pages)$/;

/** Returns configuration strings that targets may name. The site's own address is replaced by its top. */
function variablesOf(config: Literal | undefined): Map<string, string> {
  const strings = entriesOf(config).flatMap(({ key, value }): [string, string][] => {
    const text = textOf(value);
    return text === undefined ? [] : [[key, text]];
  });
  return new Map([...strings, ['url', ''], ['baseurl', '/']]);
}

/**
 * Returns a test for files that Jekyll does not write: jekyllrb.com/docs/configuration/options, and folders that begin
 * with `_`.
 */
function exclusionTest(
  config: Literal | undefined,
  source: string,
  { collections, kept }: { collections: JekyllCollection[]; kept: string[] },
): (page: string) => boolean {
  const named = itemsOf(valueAt(config, 'exclude')).flatMap((item) => textOf(item)?.replace(/^\/|\/$/g, '') ?? []);
  const matchers = named.flatMap((name) => (name === '' ? [] : [globMatcher(name), globMatcher(`${name}/**`)]));
  const folders = collections.map(({ folder }) => folder);
  return (page) => {
    const inner = pathWithin(page, source);
    if (kept.some((folder) => isWithin(page, folder)) || matchers.some((matches) => matches(inner))) return true;
    if (/^(?:vendor|node_modules)\//.test(inner)) return true;
    const folder = folders.find((one) => isWithin(page, one));
    const rest = folder === undefined ? inner : pathWithin(page, folder);
    return (
      rest.split('/').some((name) => name !== '_posts' && name.startsWith('_')) ||
      (!isMarkdown(page) && baseName(page).startsWith('.'))
    );
  };
}
