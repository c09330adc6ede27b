import { decoded } from '../text/decoded.ts';
import { lineFinder } from '../text/lines.ts';
import { sortRedirects, type ReadRedirects } from '../site/redirect-patterns.ts';
import { resolveTarget } from '../links/resolve.ts';
import type { Resolution } from '../links/resolution.ts';
import { valueAt, itemsOf, textOf } from '../literal/literal.ts';
import { baseName, isWithin } from '../text/paths.ts';
import type { Site, SiteContext, SiteView, TargetUse } from '../site/kind.ts';
import { asPrefix, languageOf, unwrapCall, joinParts } from '../site/site.ts';
import { hostStores } from './host-stores.ts';
import type { Redirect, RedirectList, RedirectStore } from './redirects.ts';

/** A parsed file of redirects, with its site. */
export interface OpenStore {
  site: Site;
  store: RedirectStore;
  text: string;
  list: RedirectList;
  /** Returns the line of an offset in the text, counted from 1. */
  lineAt: (offset: number) => number;
}

/** Returns every file in which a site keeps redirects: its own before those of its host. */
export async function openStores(context: SiteContext, site: Site): Promise<OpenStore[]> {
  const stores = [...(await site.kind.redirects.stores(context, site)), ...site.hosts];
  const opened = await Promise.all(stores.map((store) => openStore(context, site, store)));
  return opened.filter((one) => one !== undefined);
}

async function openStore(
  { tree, facts }: SiteContext,
  site: Site,
  store: RedirectStore,
): Promise<OpenStore | undefined> {
  const text = await facts.text(tree, store.path);
  if (text.kind === 'refused') return undefined;
  const language = store.file === 'literal' ? languageOf(store.path) : undefined;
  if (store.file === 'literal' && language === undefined) return undefined;
  const literal = language === undefined ? undefined : await facts.literal(tree, store.path, language);
  if (literal?.kind === 'refused') return undefined;
  const value = literal === undefined ? ({ kind: 'unknown', start: 0, end: 0 } as const) : unwrapCall(literal.value);
  const list = store.read({ text: text.value, literal: value });
  return list && { site, store, text: text.value, list, lineAt: lazyLines(text.value) };
}

/**
 * Finds line numbers. A file of thousands of redirects is scanned once for all lines, and not at all if no line is
 * reported.
 */
function lazyLines(text: string): (offset: number) => number {
  let find: ((offset: number) => number) | undefined;
  return (offset) => (find ??= lineFinder(text))(offset);
}

/** A redirect and its meaning for the site. */
export interface RedirectEntry {
  open: OpenStore;
  redirect: Redirect;
  /** The address below the base that it redirects; undefined for patterns. */
  address: string | undefined;
  /** Its target as a link in the page at the top of the site. */
  link: string;
}

export function redirectEntriesOf(stores: OpenStore[]): RedirectEntry[] {
  return stores.flatMap((open) =>
    open.list.redirects.map((redirect) => ({
      open,
      redirect,
      address: open.store.spelling.addressOf(redirect.source),
      link: open.store.spelling.linkOf(redirect.target, redirect.source),
    })),
  );
}

/** Returns an address as redirects write it: `/a` for `/a.html`. */
export function withoutHtml(address: string): string {
  return address.replace(/\.html?$/, '');
}

/** Returns the address below the base that a link from the top of a site names; undefined for another site. */
export function addressOfLink({ base }: Site, link: string): string | undefined {
  if (!/^\.?\/(?!\/)/.test(link)) return undefined;
  const path = decoded(link.replace(/[?#].*$|^\./g, ''));
  const address = asPrefix(path.replace(/(?:(?:\/(?:index|readme))?\.(?:mdx?|markdown|html?)|\/index)$/i, ''));
  return base !== '' && isWithin(address, base) ? address.slice(base.length) : address;
}

/** Returns where a link from the top of a site leads when no redirect is followed. */
export async function resolveDirectly(
  view: SiteView,
  site: Site,
  entries: RedirectEntry[],
  link: string,
): Promise<Resolution> {
  const routes = site.kind.addresses.fromFrontMatter ? await view.routesOf(site) : undefined;
  const from = joinParts(site.contents[0]?.folder ?? site.root, 'index.md');
  return resolveTarget({ site: withoutRedirects(site, entries), index: view.index, routes }, from, link, useOf(link));
}

/** A redirect target from the top is an address, which browsers follow, whatever notation the pages use for links. */
function useOf(link: string): TargetUse {
  return link.startsWith('/') ? 'attribute' : 'link';
}

const sitesWithoutRedirects = new WeakMap<RedirectEntry[], { site: Site; without: Site }>();

/** Returns the site without these redirects. It is built once for all links. */
function withoutRedirects(site: Site, entries: RedirectEntry[]): Site {
  const known = sitesWithoutRedirects.get(entries);
  if (known?.site === site) return known.without;
  const redirected = new Set(entries.map(({ address }) => address));
  const redirects = new Map([...site.redirects].filter(([address]) => !redirected.has(address)));
  const without = { ...site, redirects };
  sitesWithoutRedirects.set(entries, { site, without });
  return without;
}

/** Adds the redirects of its host to a site, so that links to redirected addresses count as leading somewhere. */
export async function withHostRedirects(context: SiteContext, site: Site, isMain: boolean): Promise<Site> {
  const hosts = hostStores(context.index, site, isMain);
  const stores = await Promise.all(hosts.map((store) => openStore(context, site, store)));
  const entries = redirectEntriesOf(stores.filter((one) => one !== undefined));
  const exact = entries.flatMap(({ address, link }): [string, string][] => (address ? [[address, link]] : []));
  const { patterns, unread } = patternsOf(site, entries);
  const rewritten = await Promise.all(hosts.map((host) => prefixesRewrittenBy(context, host)));
  return {
    ...site,
    hosts,
    redirects: new Map([...exact, ...site.redirects]),
    redirectPatterns: [...site.redirectPatterns, ...patterns],
    generated: [...site.generated, ...new Set([...unread, ...rewritten.flat()])],
  };
}

/** Returns the redirects of patterns below the base, and the prefixes of those that are not understood. */
export function patternsOf(
  site: Pick<Site, 'base'>,
  entries: RedirectEntry[],
): Pick<ReadRedirects, 'patterns' | 'unread'> {
  const sources = entries.filter(({ address, redirect }) => address === undefined && redirect.source.startsWith('/'));
  return sortRedirects(
    sources.map(({ redirect, link }) => ({
      source: nameWildcards(withoutBase(redirect.source, site.base)),
      destination: link,
    })),
  );
}

/** Returns the prefixes below which the host serves something else: vercel.com/docs/project-configuration#rewrites */
async function prefixesRewrittenBy({ tree, facts }: SiteContext, { path }: RedirectStore): Promise<string[]> {
  if (baseName(path) !== 'vercel.json') return [];
  const read = await facts.literal(tree, path, 'json');
  if (read.kind === 'refused') return [];
  const sources = itemsOf(valueAt(read.value, 'rewrites')).flatMap(
    (rewrite) => textOf(valueAt(rewrite, 'source')) ?? [],
  );
  return sources.map((source) => asPrefix(source.replace(/\/?[^/]*[:*({].*$/, ''))).filter((prefix) => prefix !== '');
}

/**
 * Names the wildcards of a source: `/old*` of hosts, where `*` is a splat, becomes `/old:splat*`; `/old/[...slug]` of
 * files becomes `/old/:slug*`.
 */
function nameWildcards(source: string): string {
  return source
    .replace(/\[(?:(\.\.\.)?(\w+))\]/g, (_, rest: string | undefined, name: string) => `:${name}${rest ? '*' : ''}`)
    .replace(/(^|\/)([^/:*]*)\*$/, '$1$2:splat*');
}

function withoutBase(prefix: string, base: string): string {
  return base !== '' && prefix.startsWith(`${base}/`) ? prefix.slice(base.length) : prefix;
}
