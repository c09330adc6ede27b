import { at, entriesOf, itemsOf, textOf, type Literal, type LiteralMap } from '../../literal/literal.ts';
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
const harmless =
  /^(?:(?:@docusaurus\/)?(?:plugin-)?(?:google|ideal-image|pwa|sitemap|svgr|css|rsdoctor|vercel)|@docusaurus\/theme-)|(?:search|mermaid|sass|tailwind|gtag|analytics|image-zoom|lunr|katex|hubspot|posthog|plausible|llms?)/;

const computed = 'its configuration is partly computed';
const redirecting = 'its redirects are computed';

/** Reads the presets and plugins of a configuration. */
export function readPlugins(config: Literal | undefined): Plugins {
  const found: Plugins = {
    known: config?.kind === 'map' && !config.open,
    doubts: new Set(),
    docs: [],
    blogs: [],
    redirects: new Map(),
  };
  for (const preset of itemsOf(at(config, 'presets'))) addPreset(found, ...nameAndOptions(preset));
  for (const plugin of itemsOf(at(config, 'plugins'))) addPlugin(found, ...nameAndOptions(plugin));
  return found;
}

function addPreset(found: Plugins, name: string | undefined, options: LiteralMap | undefined): void {
  if (!name || !/^(?:classic|@docusaurus\/preset-classic)$/.test(name)) {
    found.doubts.add(`the preset ${name ?? 'that is computed'} may add or move pages`);
    return;
  }
  addDocs(found, at(options, 'docs'));
  addBlog(found, at(options, 'blog'));
  if (options?.open) found.doubts.add(computed);
}

function addPlugin(found: Plugins, name: string | undefined, options: LiteralMap | undefined): void {
  if (name?.endsWith('content-docs')) addDocs(found, options);
  else if (name?.endsWith('content-blog')) addBlog(found, options);
  else if (name?.endsWith('client-redirects')) addRedirects(found, options);
  else if (!name || !harmless.test(name))
    found.doubts.add(`the plugin ${name ?? 'that is computed'} may add or move pages`);
}

function addDocs(found: Plugins, options: Literal | undefined): void {
  if (isSwitchedOff(options)) return;
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
  const hasPresent = !isSwitchedOff(at(options, 'includeCurrentVersion'));
  found.docs.push({ id, path, route, sidebarPath: sidebarPathOf(options), hasPresent, lastVersion, versionPaths });
}

function addBlog(found: Plugins, options: Literal | undefined): void {
  if (isSwitchedOff(options)) return;
  found.blogs.push({
    path: textOf(at(options, 'path')) ?? 'blog',
    route: textOf(at(options, 'routeBasePath')) ?? 'blog',
  });
}

function addRedirects(found: Plugins, options: LiteralMap | undefined): void {
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

function isSwitchedOff(value: Literal | undefined): boolean {
  return value?.kind === 'scalar' && value.value === false;
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
