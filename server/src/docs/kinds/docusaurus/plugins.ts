import { valueAt, entriesOf, itemsOf, textOf, type Literal, type LiteralMap } from '../../literal/literal.ts';
import { asPrefix } from '../../site/site.ts';
import type { DocsPlugin } from './contents.ts';

/** The plugins of a site that add pages or redirects. */
interface Plugins {
  /** Whether the whole configuration could be read. */
  known: boolean;
  doubts: Set<string>;
  docs: DocsPlugin[];
  blogs: { path: string; route: string }[];
  /** The targets of redirects, by their addresses. */
  redirects: Map<string, string>;
}

/** Plugins and themes that add no pages, or only pages listed in `generated`. */
const harmlessPlugins =
  /^(?:(?:@docusaurus\/)?(?:plugin-)?(?:google|ideal-image|pwa|sitemap|svgr|css|rsdoctor|vercel)|@docusaurus\/theme-)|(?:search|mermaid|sass|tailwind|gtag|analytics|image-zoom|lunr|katex|hubspot|posthog|plausible|llms?)/;

const partlyComputed = 'its configuration is partly computed';
const computedRedirects = 'its redirects are computed';

/** Reads the presets and plugins of a configuration. */
export function readPlugins(config: Literal | undefined): Plugins {
  const found: Plugins = {
    known: config?.kind === 'map' && !config.open,
    doubts: new Set(),
    docs: [],
    blogs: [],
    redirects: new Map(),
  };
  for (const preset of itemsOf(valueAt(config, 'presets'))) addPreset(found, ...nameAndOptions(preset));
  for (const plugin of itemsOf(valueAt(config, 'plugins'))) addPlugin(found, ...nameAndOptions(plugin));
  return found;
}

function addPreset(found: Plugins, name: string | undefined, options: LiteralMap | undefined): void {
  if (!name || !/^(?:classic|@docusaurus\/preset-classic)$/.test(name)) {
    found.doubts.add(`the preset ${name ?? 'that is computed'} may add or move pages`);
    return;
  }
  addDocs(found, valueAt(options, 'docs'));
  addBlog(found, valueAt(options, 'blog'));
  if (options?.open) found.doubts.add(partlyComputed);
}

function addPlugin(found: Plugins, name: string | undefined, options: LiteralMap | undefined): void {
  if (name?.endsWith('content-docs')) addDocs(found, options);
  else if (name?.endsWith('content-blog')) addBlog(found, options);
  else if (name?.endsWith('client-redirects')) addRedirects(found, options);
  else if (!name || !harmlessPlugins.test(name))
    found.doubts.add(`the plugin ${name ?? 'that is computed'} may add or move pages`);
}

function addDocs(found: Plugins, options: Literal | undefined): void {
  if (isSwitchedOff(options)) return;
  if (options?.kind === 'unknown') found.doubts.add(partlyComputed);
  const id = textOf(valueAt(options, 'id')) ?? 'default';
  const path = textOf(valueAt(options, 'path')) ?? 'docs';
  const route = textOf(valueAt(options, 'routeBasePath')) ?? 'docs';
  if (['path', 'routeBasePath', 'numberPrefixParser'].some((key) => valueAt(options, key)?.kind === 'unknown'))
    found.doubts.add(partlyComputed);
  const versionPaths = new Map(
    entriesOf(valueAt(options, 'versions')).flatMap(({ key, value }): [string, string][] => {
      const versionPath = textOf(valueAt(value, 'path'));
      return versionPath === undefined ? [] : [[key, versionPath]];
    }),
  );
  const lastVersion = textOf(valueAt(options, 'lastVersion'));
  const hasPresent = !isSwitchedOff(valueAt(options, 'includeCurrentVersion'));
  found.docs.push({ id, path, route, sidebarPath: sidebarPathOf(options), hasPresent, lastVersion, versionPaths });
}

function addBlog(found: Plugins, options: Literal | undefined): void {
  if (isSwitchedOff(options)) return;
  found.blogs.push({
    path: textOf(valueAt(options, 'path')) ?? 'blog',
    route: textOf(valueAt(options, 'routeBasePath')) ?? 'blog',
  });
}

function addRedirects(found: Plugins, options: LiteralMap | undefined): void {
  if (valueAt(options, 'createRedirects') || options?.open) found.doubts.add(computedRedirects);
  for (const redirect of itemsOf(valueAt(options, 'redirects'))) {
    const to = textOf(valueAt(redirect, 'to'));
    const from = valueAt(redirect, 'from');
    if (to === undefined || (from?.kind !== 'string' && from?.kind !== 'list')) found.doubts.add(computedRedirects);
    for (const item of from?.kind === 'list' ? from.items : [from]) {
      const address = textOf(item);
      if (address !== undefined && to !== undefined) found.redirects.set(asPrefix(address), to);
    }
  }
}

function isSwitchedOff(value: Literal | undefined): boolean {
  return value?.kind === 'scalar' && value.value === false;
}

function nameAndOptions(plugin: Literal): [string | undefined, LiteralMap | undefined] {
  const [name, options] = plugin.kind === 'list' ? plugin.items : [plugin];
  return [textOf(name), options?.kind === 'map' ? options : undefined];
}

/** Returns `false` when the sidebar is generated from folders, undefined when the path is the default or unknown. */
function sidebarPathOf(options: Literal | undefined): string | false | undefined {
  const value = valueAt(options, 'sidebarPath');
  if (value?.kind === 'scalar') return false;
  return textOf(value);
}
