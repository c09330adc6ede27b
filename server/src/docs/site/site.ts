import type { Literal } from '../literal/literal.ts';
import { isWithin, joinPath } from '../text/paths.ts';
import type { AddressedPage, Content, ReadSite, SiteContext } from './kind.ts';

/** Returns a site with default values, to be overridden. */
export function siteOf(root: string, config: string | undefined): ReadSite {
  return {
    root,
    config,
    contents: [],
    statics: [],
    base: '',
    doubts: [],
    generated: [],
    madePages: [],
    redirects: new Map(),
    redirectPatterns: [],
    otherPages: new Map(),
    locales: undefined,
    navigation: [],
    excludes: () => false,
    linkedHeadings: 6,
    reportsMdx: true,
  };
}

/** Reads the configuration as a literal; returns undefined if it cannot be parsed. */
export async function readConfig({ tree, facts }: SiteContext, path: string): Promise<Literal | undefined> {
  const language = languageOf(path);
  const known = language ? await facts.literal(tree, path, language) : undefined;
  return known?.kind === 'known' ? unwrapCall(known.value) : undefined;
}

export function languageOf(path: string) {
  if (path.endsWith('.json')) return 'json';
  if (/\.ya?ml$/.test(path)) return 'yaml';
  if (path.endsWith('.toml')) return 'toml';
  if (/\.[mc]?tsx?$/.test(path)) return 'ts';
  return /\.[mc]?jsx?$/.test(path) ? 'js' : undefined;
}

/** Returns the argument of `defineConfig({…})` and other wrappers. */
export function unwrapCall(literal: Literal): Literal {
  if (literal.kind !== 'call') return literal;
  const [argument] = literal.arguments;
  return argument ? unwrapCall(argument) : literal;
}

/** Normalises a prefix: `/a/b/` and `a/b` → `/a/b`; `/` → ''. */
export function asPrefix(route: string): string {
  const trimmed = route.replace(/\/{2,}/g, '/').replace(/^\/|\/$/g, '');
  return trimmed === '' ? '' : `/${trimmed}`;
}

/** Joins two parts to `a/b`; either may be ''. */
export function joinParts(folder: string, relative: string): string {
  const trimmed = relative.replace(/^(?:\.?\/)+|\/+$/g, '').replace(/^\.$/, '');
  return folder === '' || trimmed === '' ? folder || trimmed : `${folder}/${trimmed}`;
}

/**
 * Returns the path of a folder or file that a configuration names relative to its own folder. One above the repository
 * is taken for one at its top.
 */
export function placeFrom(folder: string, relative: string): string {
  return joinPath(folder, relative) ?? joinPath('', relative.replace(/^(?:\.\.\/)+/, '')) ?? '';
}

/** Returns the innermost content folder that contains a file. */
export function contentOf(site: ReadSite, path: string): Content | undefined {
  let best: Content | undefined;
  for (const content of site.contents) {
    if (isWithin(path, content.folder) && (!best || content.folder.length > best.folder.length)) best = content;
  }
  return best;
}

/** Returns addresses that follow from a page's path alone; an index page has the address of its folder. */
export function addressesByPath({ content, inner }: Pick<AddressedPage, 'content' | 'inner'>): string[] {
  return addressesAt(content, inner.replace(/(?:^|\/)index$/, ''));
}

/** Returns the addresses of a path within a content folder, under each of its prefixes. */
export function addressesAt({ routes }: Content, place: string): string[] {
  return routes.map((route) => asPrefix(`${route}/${place}`));
}

/** Does the same if a README is the page of its folder, too. */
export function addressesOfFolders({ content, inner }: AddressedPage): string[] {
  return addressesAt(content, inner.replace(/(?:^|\/)(?:index|readme)$/i, ''));
}
