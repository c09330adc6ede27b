import type { Facts } from '../facts.ts';
import type { Literal } from '../literal/literal.ts';
import { isWithin, type PathIndex } from '../paths.ts';
import type { DocsTree } from '../tree.ts';

export type SiteKind =
  | 'mintlify'
  | 'docusaurus'
  | 'vitepress'
  | 'mkdocs'
  | 'mdbook'
  | 'gitbook'
  | 'starlight'
  | 'plain';

/** A folder of pages and the URL prefixes that it is served under (`''` is the top; the first is the usual one). */
export interface Content {
  folder: string;
  routes: string[];
  /** Where a page that is missing here is taken from: the original of a translation. */
  fallback?: string;
  /** Pages whose addresses do not follow from their paths: blogs, and pages written as components. */
  kind: 'docs' | 'blog' | 'pages';
}

/** The file that lists the pages, and how it is written. */
export interface NavigationSource {
  path: string;
  kind: 'mintlify' | 'docusaurus' | 'vitepress' | 'mkdocs' | 'summary' | 'starlight';
  /** The folder that its references are relative to. */
  folder: string;
}

/** A docs site as its files describe it. What cannot be told from them without running code is left uncertain. */
export interface Site {
  kind: SiteKind;
  /** The folder of the site in the repository; '' at the top. */
  root: string;
  config: string | undefined;
  contents: Content[];
  /** Folders whose files are served as they are. */
  statics: string[];
  /** URL prefix of the whole site without a slash at its end; '' when there is none. */
  base: string;
  /** Whether every address of the site follows from what is known, so that an address without a page is broken. */
  certain: boolean;
  /** URL prefixes below which pages are made by plugins. */
  generated: string[];
  /** Old address → new address. Addresses with patterns are in `generated`. */
  redirects: Map<string, string>;
  navigation: NavigationSource[];
  /** Whether a file of a content folder is no page of its own: a partial, a snippet, an excluded file. */
  excludes: (path: string) => boolean;
  /** Whether files outside fenced code may be built by MDX, where the kind decides by version. */
  reportsMdx: boolean;
}

/** What is needed to read a site's configuration. */
export interface SiteContext {
  tree: DocsTree;
  index: PathIndex;
  facts: Facts;
}

/** A site with the kind's usual answers, to be overridden. */
export function siteOf(kind: SiteKind, root: string, config: string | undefined): Site {
  return {
    kind,
    root,
    config,
    contents: [],
    statics: [],
    base: '',
    certain: true,
    generated: [],
    redirects: new Map(),
    navigation: [],
    excludes: () => false,
    reportsMdx: true,
  };
}

/** The configuration as a literal; undefined when it cannot be read. */
export async function readConfig({ tree, facts }: SiteContext, path: string): Promise<Literal | undefined> {
  const language = languageOf(path);
  const known = language ? await facts.literal(tree, path, language) : undefined;
  return known?.kind === 'known' ? unwrapped(known.value) : undefined;
}

export function languageOf(path: string) {
  if (path.endsWith('.json')) return 'json';
  if (/\.ya?ml$/.test(path)) return 'yaml';
  if (/\.[mc]?ts$/.test(path)) return 'ts';
  return /\.[mc]?js$/.test(path) ? 'js' : undefined;
}

/** What `defineConfig({…})` and other wrappers are given. */
export function unwrapped(literal: Literal): Literal {
  if (literal.kind !== 'call') return literal;
  const [argument] = literal.arguments;
  return argument ? unwrapped(argument) : literal;
}

/** `/a/b/` and `a/b` → `/a/b`; `/` → ''. */
export function asPrefix(route: string): string {
  const trimmed = route.replace(/\/{2,}/g, '/').replace(/^\/|\/$/g, '');
  return trimmed === '' ? '' : `/${trimmed}`;
}

/** `a/b` of two parts either of which may be ''. */
export function within(folder: string, relative: string): string {
  const trimmed = relative.replace(/^(?:\.?\/)+|\/+$/g, '').replace(/^\.$/, '');
  return folder === '' || trimmed === '' ? folder || trimmed : `${folder}/${trimmed}`;
}

/** The content folder that a file lies in; the innermost where several do. */
export function contentOf(site: Site, path: string): Content | undefined {
  let best: Content | undefined;
  for (const content of site.contents) {
    if (isWithin(path, content.folder) && (!best || content.folder.length > best.folder.length)) best = content;
  }
  return best;
}

/** Whether front matter, or more than the path, decides where a page of the site is. */
export function hasRoutes(site: Site): boolean {
  return site.kind === 'docusaurus' || site.kind === 'starlight';
}
