import { entriesOf, itemsOf, textOf } from '../../literal/literal.ts';
import { baseName, folderOf, isMarkdown, isWithin, joinPath, pathWithin } from '../../text/paths.ts';
import type { PathIndex } from '../../text/paths.ts';
import type { Content, ReadSite, SiteContext } from '../../site/kind.ts';
import { asPrefix, contentOf, siteOf, joinParts } from '../../site/site.ts';
import { hugoPermalinks } from './addresses.ts';
import { hugoFiles, readHugoConfiguration, setting, type HugoConfiguration } from './configuration.ts';
import { hugoMenus } from './menus.ts';
import { readTemplates } from './templates.ts';
import { hugoContents, hugoLanguages, hugoMounts, unseenMounts } from './languages.ts';

/** Reads a Hugo site from `hugo.toml` and its variants, or from `config/_default`, beside a content folder. */
export async function readHugo(context: SiteContext, path: string): Promise<ReadSite | undefined> {
  const { index } = context;
  const [config] = hugoFiles(context, path).files;
  if (config !== path) return undefined;
  const configuration = await readHugoConfiguration(context, path);
  if (!isHugo(path, configuration)) return undefined;
  const languages = hugoLanguages(configuration);
  const contents = hugoContents(context, configuration, languages);
  const hasPages = (file: string) =>
    /\.(?:md|html)$/.test(file) && contents.some(({ folder }) => isWithin(file, folder));
  if (!index.files.some(hasPages)) return undefined;
  const { root } = configuration;
  const bundles = leafBundles(context, contents);
  const unseen = unseenMounts(context, configuration, languages);
  const site: ReadSite = {
    ...siteOf(root, path),
    contents: withHtml(context, contents),
    statics: staticFolders(context, configuration),
    base: basePath(textOf(configuration.at('baseURL'))),
    doubts: [
      ...doubtsOf(configuration),
      ...(unseen.includes('') ? ['a part of its pages lies in another repository'] : []),
      ...(adaptersIn(index, contents).some(({ alone }) => !alone) ? ['content adapters make pages too'] : []),
    ],
    generated: [...generatedPrefixes(context, configuration, contents), ...unseen.filter((prefix) => prefix !== '')],
    unseen,
    redirects: mountedFiles(context, configuration),
    navigation: hugoMenus(configuration.files, root),
    permalinks: hugoPermalinks(languages, configuration.at('permalinks')),
    excludes: (page) => isNoPage(site, bundles, page),
    reportsMdx: false,
    ...(await readTemplates(context, root)),
  };
  return site;
}

/** Whether a configuration belongs to Hugo. Many programs have a `config.yaml`. */
function isHugo(path: string, { at }: HugoConfiguration): boolean {
  if (baseName(path).startsWith('hugo.') || path.includes('config/_default/')) return true;
  return ['baseURL', 'theme', 'languageCode', 'markup', 'permalinks'].some((key) => at(key) !== undefined);
}

/** Adds the contents that have HTML pages too. They come after Markdown. */
function withHtml({ index }: SiteContext, contents: Content[]): Content[] {
  const withPages = contents.filter(({ folder }) =>
    index.files.some((file) => file.endsWith('.html') && isWithin(file, folder)),
  );
  return [...contents, ...withPages.map(({ folder, routes }): Content => ({ folder, routes, kind: 'pages' }))];
}

/** Returns the folders of static files, and those in which templates and render hooks find files by path. */
function staticFolders({ index }: SiteContext, configuration: HugoConfiguration): string[] {
  const { at, root } = configuration;
  const named = at('staticDir');
  const own =
    named?.kind === 'list' ? itemsOf(named).flatMap((item) => textOf(item) ?? []) : [textOf(named) ?? 'static'];
  const themes = [at('theme'), ...itemsOf(at('theme'))].flatMap((literal) => textOf(literal) ?? []);
  const folders = [
    ...own,
    ...themes.flatMap((theme) => [`themes/${theme}/static`, `themes/${theme}/assets`]),
    'assets',
  ].flatMap((folder) => joinPath(root, folder) ?? []);
  const mounted = hugoMounts(configuration).flatMap(({ source, target }) =>
    /^(?:static|assets)$/.test(target) ? [source] : [],
  );
  return [...new Set([...folders, ...mounted])].filter((folder) => index.isFolder(folder));
}

function basePath(address: string | undefined): string {
  return asPrefix(/^(?:https?:)?\/\/[^/]*(\/[^?#]*)/.exec(address ?? '')?.[1] ?? '');
}

function doubtsOf({ at, incomplete }: HugoConfiguration): string[] {
  const bringsContent = itemsOf(at('module', 'imports')).some((module) =>
    itemsOf(setting(module, 'mounts')).some(
      (mount) => textOf(setting(mount, 'target'))?.startsWith('content/') === true,
    ),
  );
  return [
    ...(incomplete ? ['its configuration cannot be read'] : []),
    ...(bringsContent ? ['modules bring pages of their own'] : []),
  ];
}

/** Returns the prefixes of taxonomy lists, feeds, and pages made by content adapters. */
function generatedPrefixes({ index }: SiteContext, { at }: HugoConfiguration, contents: Content[]): string[] {
  const named = at('taxonomies');
  const plurals = named ? entriesOf(named).flatMap(({ value }) => textOf(value) ?? []) : ['tags', 'categories'];
  const prefixes = [...new Set(contents.flatMap(({ routes }) => routes))];
  const feeds = contents.flatMap(({ folder, routes }) => {
    const inside = index.files.filter((file) => isWithin(file, folder) && isMarkdown(file));
    const sections = new Set(inside.map((file) => folderOf(pathWithin(file, folder))));
    return [...sections].map((section) => asPrefix(`${routes[0] ?? ''}/${section}/index.xml`));
  });
  const adapters = adaptersIn(index, contents)
    .filter(({ alone }) => alone)
    .map(({ address }) => address);
  return [
    ...prefixes.flatMap((prefix) =>
      [...plurals, 'sitemap.xml', 'robots.txt'].map((name) => asPrefix(`${prefix}/${name}`)),
    ),
    ...feeds,
    ...adapters,
  ];
}

/** Returns the folders whose pages a template generates: gohugo.io/content-management/content-adapters */
function adaptersIn(index: PathIndex, contents: Content[]): { address: string; alone: boolean }[] {
  return index.byName('_content.gotmpl').flatMap((file) =>
    contents.flatMap(({ folder, routes }) => {
      if (!isWithin(file, folder)) return [];
      const around = folderOf(file);
      const pages = index.files.filter((path) => isMarkdown(path) && isWithin(path, around));
      const address = asPrefix(`${routes[0] ?? ''}/${pathWithin(around, folder)}`);
      return [{ address, alone: pages.every((path) => baseName(path).startsWith('_index.')) }];
    }),
  );
}

/** Returns address → source file for single files that are mounted as pages from elsewhere in the repository. */
function mountedFiles({ index }: SiteContext, configuration: HugoConfiguration): Map<string, string> {
  return new Map(
    hugoMounts(configuration).flatMap(({ source, target }): [string, string][] => {
      const place = /^(?:content|static)(\/.+)$/.exec(target)?.[1];
      if (place === undefined || !index.isFile(source)) return [];
      return [place, place.toLowerCase().replace(/(?:\/_?index)?\.(?:md|html)$/, '')].map((address) => [
        address,
        source,
      ]);
    }),
  );
}

/** Whether a file is no page: an included part, a resource of a page bundle, or a file only for editors. */
function isNoPage(site: ReadSite, bundles: Set<string>, page: string): boolean {
  const content = contentOf(site, page);
  const inner = content ? pathWithin(page, content.folder) : page;
  if (/(?:^|\/)_(?!index\.)[^/]*/.test(inner) || joinParts('', inner) === '') return true;
  let folder = folderOf(page);
  if (bundlePage.test(page)) folder = folderOf(folder);
  for (; folder !== '' && folder !== content?.folder; folder = folderOf(folder)) if (bundles.has(folder)) return true;
  return false;
}

/**
 * Returns the folders whose page is `index.md`. All other content in them is a resource of that page and has no address
 * of its own. gohugo.io/content-management/page-bundles
 */
function leafBundles({ index }: SiteContext, contents: Content[]): Set<string> {
  const folders = new Set(contents.map(({ folder }) => folder));
  const pages = index.files.filter(
    (file) => bundlePage.test(file) && contents.some(({ folder }) => isWithin(file, folder)),
  );
  return new Set(pages.map(folderOf).filter((folder) => !folders.has(folder)));
}

const bundlePage = /\/index(?:\.[\w-]+)?\.(?:md|markdown|html)$/;
