import { at, entriesOf, itemsOf, textOf, type Literal, type LiteralMap } from '../../literal/literal.ts';
import { folderOf, isWithin, pathWithin } from '../../text/paths.ts';
import { docusaurusContents, type DocsContent, type DocsPlugin } from './contents.ts';
import { docusaurusNavigation } from './navigation.ts';
import type { Content, NavigationSource, ReadSite, SiteContext } from '../../site/kind.ts';
import { asPrefix, readConfig, placeFrom, siteOf, within } from '../../site/site.ts';

/** Reads a Docusaurus site from `docusaurus.config.js` or `.ts`, without running the file. */
export async function readDocusaurus(context: SiteContext, path: string): Promise<ReadSite> {
  const root = folderOf(path);
  const config = await readConfig(context, path);
  const plugins = readPlugins(config);
  const docs = plugins.docs.length > 0 || plugins.known ? plugins.docs : [defaultDocs];
  const contents: DocsContent[] = [];
  for (const plugin of docs) contents.push(...(await docusaurusContents(context, root, plugin)));
  const folders = itemsOf(at(config, 'staticDirectories'));
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
      { folder: within(root, 'src/pages'), routes: [''], kind: 'pages' },
    ],
    statics: (statics.length > 0 ? statics : ['static']).map((folder) => placeFrom(root, folder)),
    base: asPrefix(textOf(at(config, 'baseUrl')) ?? ''),
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
    reportsMdx: !at(config, 'markdown', 'preprocessor') && (await usesModernMdx(context, root)),
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

/** Plugins and themes that add no pages, or only pages listed in `generated`. */
const harmless =
  /^(?:(?:@docusaurus\/)?(?:plugin-)?(?:google|ideal-image|pwa|sitemap|svgr|css|rsdoctor|vercel)|@docusaurus\/theme-)|(?:search|mermaid|sass|tailwind|gtag|analytics|image-zoom|lunr|katex|hubspot|posthog|plausible|llms?)/;

const computed = 'its configuration is partly computed';
const redirecting = 'its redirects are computed';

function readPlugins(config: Literal | undefined) {
  const found = {
    known: config?.kind === 'map' && !config.open,
    doubts: new Set<string>(),
    docs: [] as DocsPlugin[],
    blogs: [] as { path: string; route: string }[],
    redirects: new Map<string, string>(),
  };
  for (const preset of itemsOf(at(config, 'presets'))) {
    const [name, options] = nameAndOptions(preset);
    if (!name || !/^(?:classic|@docusaurus\/preset-classic)$/.test(name)) {
      found.doubts.add(`the preset ${name ?? 'that is computed'} may add or move pages`);
      continue;
    }
    addDocs(at(options, 'docs'));
    addBlog(at(options, 'blog'));
    if (options?.open) found.doubts.add(computed);
  }
  for (const plugin of itemsOf(at(config, 'plugins'))) addPlugin(...nameAndOptions(plugin));
  return found;

  function addPlugin(name: string | undefined, options: LiteralMap | undefined): void {
    if (name?.endsWith('content-docs')) addDocs(options);
    else if (name?.endsWith('content-blog')) addBlog(options);
    else if (name?.endsWith('client-redirects')) addRedirects(options);
    else if (!name || !harmless.test(name))
      found.doubts.add(`the plugin ${name ?? 'that is computed'} may add or move pages`);
  }

  function addDocs(options: Literal | undefined): void {
    if (options?.kind === 'scalar' && options.value === false) return;
    if (options?.kind === 'unknown') found.doubts.add(computed);
    const id = textOf(at(options, 'id')) ?? 'default';
    const path = textOf(at(options, 'path')) ?? 'docs';
    const route = textOf(at(options, 'routeBasePath')) ?? 'docs';
    if (['path', 'routeBasePath', 'numberPrefixParser'].some((key) => at(options, key)?.kind === 'unknown'))
      found.doubts.add(computed);
    const versionPaths = new Map(
      entriesOf(at(options, 'versions')).flatMap(({ key, value }): [string, string][] => {
        const versionPath = textOf(at(value, 'path'));
        return versionPath === undefined ? [] : [[key, versionPath]];
      }),
    );
    const lastVersion = textOf(at(options, 'lastVersion'));
    const present = at(options, 'includeCurrentVersion');
    const hasPresent = present?.kind !== 'scalar' || present.value !== false;
    found.docs.push({ id, path, route, sidebarPath: sidebarPathOf(options), hasPresent, lastVersion, versionPaths });
  }

  function addBlog(options: Literal | undefined): void {
    if (options?.kind === 'scalar' && options.value === false) return;
    found.blogs.push({
      path: textOf(at(options, 'path')) ?? 'blog',
      route: textOf(at(options, 'routeBasePath')) ?? 'blog',
    });
  }

  function addRedirects(options: LiteralMap | undefined): void {
    if (at(options, 'createRedirects') || options?.open) found.doubts.add(redirecting);
    for (const redirect of itemsOf(at(options, 'redirects'))) {
      const to = textOf(at(redirect, 'to'));
      const from = at(redirect, 'from');
      if (to === undefined || (from?.kind !== 'string' && from?.kind !== 'list')) found.doubts.add(redirecting);
      for (const item of from?.kind === 'list' ? from.items : [from]) {
        const address = textOf(item);
        if (address !== undefined && to !== undefined) found.redirects.set(asPrefix(address), to);
      }
    }
  }
}

function nameAndOptions(plugin: Literal): [string | undefined, LiteralMap | undefined] {
  const [name, options] = plugin.kind === 'list' ? plugin.items : [plugin];
  return [textOf(name), options?.kind === 'map' ? options : undefined];
}

/** Returns `false` when the sidebar is generated from folders, undefined when the path is the default or unknown. */
function sidebarPathOf(options: Literal | undefined): string | false | undefined {
  const value = at(options, 'sidebarPath');
  if (value?.kind === 'scalar') return false;
  return textOf(value);
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
  const keptOf = (version: string) => within(root, `${prefix}versioned_sidebars/version-${version}-sidebars.json`);
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
    const path = within(folder, 'package.json');
    const known = index.isFile(path) ? await facts.literal(tree, path, 'json') : undefined;
    const dependencies =
      known?.kind === 'known'
        ? [...entriesOf(at(known.value, 'dependencies')), ...entriesOf(at(known.value, 'devDependencies'))]
        : [];
    const version = textOf(dependencies.find(({ key }) => key === '@docusaurus/core')?.value);
    if (version !== undefined) return !/^[^\d]*[012]\b/.test(version);
    if (folder === '') return true;
  }
}
