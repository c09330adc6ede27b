import { valueAt, entriesOf } from '../../literal/literal.ts';
import { baseName, folderOf, isWithin, pathWithin } from '../../text/paths.ts';
import type { Content, NavigationSource, ReadSite, SiteContext } from '../../site/kind.ts';
import { readConfig, siteOf, joinParts } from '../../site/site.ts';
import { appSegments, codedPages, isApp, isAppPage } from '../next/app-routes.ts';
import { readNextConfig } from '../next/config.ts';
import { ignoredAddresses } from '../next/ignored.ts';
import { localesOf } from '../next/locales.ts';
import { readCollections } from './collections.ts';
import { fumadocsNavigation } from './navigation.ts';

/** Reads a Fumadocs site from its `source.config.*`. */
export async function readFumadocs(context: SiteContext, path: string): Promise<ReadSite | undefined> {
  const text = await context.facts.text(context.tree, path);
  if (text.kind !== 'known' || !/fumadocs/.test(text.value)) return undefined;
  return readSite(context, folderOf(path), path);
}

/** Reads a Fumadocs site without a `source.config.*`: it has the package and pages in the default folder. */
export async function readFumadocsPackage(context: SiteContext, path: string): Promise<ReadSite | undefined> {
  const root = folderOf(path);
  const hasConfig = ['ts', 'mts', 'js', 'mjs'].some((ending) =>
    context.index.isFile(joinParts(root, `source.config.${ending}`)),
  );
  if (hasConfig || !context.index.isFolder(joinParts(root, 'content'))) return undefined;
  const config = await readConfig(context, path);
  const names = ['dependencies', 'devDependencies'].flatMap((key) => entriesOf(valueAt(config, key)));
  return names.some(({ key }) => key === 'fumadocs-core') ? readSite(context, root, undefined) : undefined;
}

async function readSite(context: SiteContext, root: string, path: string | undefined): Promise<ReadSite> {
  const { index } = context;
  const collections = await readCollections(context, root, path);
  const contents = contentsOf(context, root, collections.folders);
  const next = ['js', 'mjs', 'ts', 'mts']
    .map((ending) => joinParts(root, `next.config.${ending}`))
    .find((file) => index.isFile(file));
  const config = await readNextConfig(context, root, next);
  const coded = codedPages(index, root);
  const routes = new Set(contents.flatMap((content) => content.routes));
  const docs = contents.map(({ folder }) => folder).filter((folder) => !isApp(folder));
  return {
    ...siteOf(root, path ?? joinParts(root, 'package.json')),
    contents,
    statics: [joinParts(root, 'public')],
    base: config.base,
    doubts: [...collections.doubts, ...config.doubts],
    generated: [
      '/sitemap.xml',
      '/robots.txt',
      '/llms.txt',
      '/llms-full.txt',
      ...config.rewritten,
      ...config.redirects.unread,
      ...(await ignoredAddresses(context, root, contents)),
      // A dynamic route at the top, or at the address of a source, is the route that serves the source.
      ...coded.dynamic.filter((prefix) => prefix !== '' && !routes.has(prefix)),
    ],
    redirects: config.redirects.exact,
    redirectPatterns: config.redirects.patterns,
    otherPages: coded.pages,
    locales: localesOf(index, docs, collections.languages),
    navigation: index.files.flatMap((file): NavigationSource[] => {
      const isMeta = /^meta(?:\.[\w-]+)?\.json$/.test(baseName(file)) && docs.some((folder) => isWithin(file, folder));
      return isMeta ? [{ path: file, folder: folderOf(file), format: fumadocsNavigation }] : [];
    }),
    excludes: (page) => isNoPage(root, page),
    reportsMdx: true,
  };
}

/** Returns the folders of collections, and those of the app router that contain MDX pages. */
function contentsOf({ index }: SiteContext, root: string, folders: Map<string, string[]>): Content[] {
  const found = [...folders].map(([folder, routes]): Content => ({
    folder: joinParts(root, folder),
    routes: [...new Set(routes)],
    kind: 'docs',
  }));
  const usual = joinParts(root, 'content/docs');
  if (found.length === 0 && index.isFolder(usual)) found.push({ folder: usual, routes: ['/docs'], kind: 'docs' });
  const apps = ['app', 'src/app'].map((name) => joinParts(root, name));
  const withPages = apps.filter((folder) => index.files.some((path) => isWithin(path, folder) && isAppPage(path)));
  return [...found, ...withPages.map((folder): Content => ({ folder, routes: [''], kind: 'docs' }))];
}

/** Outside `app/`, a file whose name begins with a dot is included by other files and is no page. */
function isNoPage(root: string, page: string): boolean {
  const inner = pathWithin(page, root).replace(/^src\//, '');
  if (inner.startsWith('app/'))
    return !isAppPage(page) || appSegments(folderOf(inner.slice('app/'.length))) === undefined;
  return /(?:^|\/)(?:\.[^/]*|node_modules\/.*)$/.test(inner);
}
