import { valueAt, entriesOf, itemsOf, textOf } from '../../literal/literal.ts';
import { folderOf, isWithin, pathWithin } from '../../text/paths.ts';
import { docusaurusContents, type DocsContent, type DocsPlugin } from './contents.ts';
import { docusaurusNavigation } from './navigation.ts';
import { readPlugins } from './plugins.ts';
import type { Content, NavigationSource, ReadSite, SiteContext } from '../../site/kind.ts';
import { asPrefix, readConfig, placeFrom, siteOf, joinParts } from '../../site/site.ts';

/** Reads a Docusaurus site from `docusaurus.config.js` or `.ts`, without running the file. */
export async function readDocusaurus(context: SiteContext, path: string): Promise<ReadSite> {
  const root = folderOf(path);
  const config = await readConfig(context, path);
  const plugins = readPlugins(config);
  const docs = plugins.docs.length > 0 || plugins.known ? plugins.docs : [defaultDocs];
  const contents: DocsContent[] = [];
  for (const plugin of docs) contents.push(...(await docusaurusContents(context, root, plugin)));
  const folders = itemsOf(valueAt(config, 'staticDirectories'));
  const statics = folders.flatMap((item) => textOf(item) ?? []);
  return {
    ...siteOf(root, path),
    contents: [
      ...contents,
      ...plugins.blogs.map((blog): Content => ({
        folder: placeFrom(root, blog.path),
        routes: [asPrefix(blog.route)],
        kind: 'blog',
      })),
      { folder: joinParts(root, 'src/pages'), routes: [''], kind: 'pages' },
    ],
    statics: (statics.length > 0 ? statics : ['static']).map((folder) => placeFrom(root, folder)),
    base: asPrefix(textOf(valueAt(config, 'baseUrl')) ?? ''),
    doubts: [
      ...(plugins.known ? [] : ['its configuration is partly computed']),
      ...plugins.doubts,
      ...(statics.length === folders.length ? [] : ['its static folders are computed']),
    ],
    generated: [
      ...plugins.blogs.flatMap(({ route }) => ['tags', 'authors', 'page'].map((made) => asPrefix(`${route}/${made}`))),
      ...categories(contents),
    ],
    madePages: [
      '/search',
      ...plugins.blogs.flatMap(({ route }) =>
        ['', 'archive', 'rss.xml', 'atom.xml'].map((made) => asPrefix(`${route}/${made}`)),
      ),
    ],
    redirects: plugins.redirects,
    navigation: docs.flatMap((plugin) =>
      sidebarsOf(
        context,
        root,
        plugin,
        contents.filter((content) => content.id === plugin.id),
      ),
    ),
    // Files and folders whose names begin with an underscore are included in other pages.
    excludes: (page) =>
      /(?:^|\/)_/.test(isWithin(page, root) ? pathWithin(page, root) : page) ||
      /\/(?:__tests__|node_modules)\//.test(`/${page}`),
    reportsMdx: !valueAt(config, 'markdown', 'preprocessor') && (await usesModernMdx(context, root)),
  };
}

const defaultDocs: DocsPlugin = {
  id: 'default',
  path: 'docs',
  route: 'docs',
  sidebarPath: undefined,
  hasPresent: true,
  lastVersion: undefined,
  versionPaths: new Map(),
};

/** Returns the addresses of category and tag indexes, which plugins generate for each docs folder. */
function categories(contents: Content[]): string[] {
  return contents.flatMap(({ routes }) => routes.flatMap((route) => [`${route}/category`, `${route}/tags`]));
}

/** Returns the sidebars of the current docs and of stored versions. */
function sidebarsOf(
  context: SiteContext,
  root: string,
  plugin: DocsPlugin,
  contents: DocsContent[],
): NavigationSource[] {
  const present = findSidebar(context, root, plugin);
  const prefix = plugin.id === 'default' ? '' : `${plugin.id}_`;
  const keptOf = (version: string) => joinParts(root, `${prefix}versioned_sidebars/version-${version}-sidebars.json`);
  return contents.flatMap(({ folder, fallback, version: copied }, position): NavigationSource[] => {
    const version = /\/version-([^/]+)$/.exec(folder)?.[1];
    const kept = version === undefined ? [] : [keptOf(version)];
    const paths = position === 0 ? [present, copied === undefined ? undefined : keptOf(copied)] : kept;
    // The build may fetch a stored version. Then its sidebar names no page of this repository.
    if (fallback !== undefined || (version !== undefined && !context.index.isFolder(folder))) return [];
    return paths.flatMap((path) =>
      path === undefined || !context.index.isFile(path) ? [] : [{ path, folder, format: docusaurusNavigation }],
    );
  });
}

function findSidebar({ index }: SiteContext, root: string, { id, sidebarPath: path }: DocsPlugin): string | undefined {
  // Only the first instance has a default path. The others generate their sidebar from their folders.
  if (path === false || (path === undefined && id !== 'default')) return undefined;
  const names =
    path === undefined
      ? ['sidebars.js', 'sidebars.ts', 'sidebars.json', 'sidebars.mjs', 'sidebars.cjs']
      : [path, `${path}.js`, `${path}.ts`];
  return names.map((name) => placeFrom(root, name)).find((file) => index.isFile(file));
}

/**
 * Whether the site uses MDX 2 or later. Before Docusaurus 3, pages were MDX 1, which accepted much that is an error
 * now.
 */
async function usesModernMdx({ tree, index, facts }: SiteContext, root: string): Promise<boolean> {
  for (let folder = root; ; folder = folderOf(folder)) {
    const path = joinParts(folder, 'package.json');
    const known = index.isFile(path) ? await facts.literal(tree, path, 'json') : undefined;
    const dependencies =
      known?.kind === 'known'
        ? [...entriesOf(valueAt(known.value, 'dependencies')), ...entriesOf(valueAt(known.value, 'devDependencies'))]
        : [];
    const version = textOf(dependencies.find(({ key }) => key === '@docusaurus/core')?.value);
    if (version !== undefined) return !/^[^\d]*[012]\b/.test(version);
    if (folder === '') return true;
  }
}
