import { changesBetween } from '../compare/changes.ts';
import { decoded } from '../text/decoded.ts';
import { extensionOf, isMarkdown, isPagePath, isWithin } from '../text/paths.ts';
import type { Published, ReadPublished } from '../published.ts';
import { readAddresses } from '../site/addresses.ts';
import type { Site } from '../site/kind.ts';
import { addressesOf } from '../site/routes.ts';
import type { DocsView } from '../view.ts';
import { nameOf } from './classes.ts';
import { plainTarget } from './wrapped.ts';

export interface AskedLink {
  from: string;
  raw: string;
  /** The repository path that was tried. Absent if there is none. */
  expected?: string;
}

/** What the published site shows about links without a file. */
export interface PublishedLinks {
  /** Returns whether a page exists or certainly does not, or undefined when that is unknown. */
  says(link: AskedLink, added: AddedAddresses): 'page' | 'nothing' | undefined;
  /** Counts a link of the site without a file, to measure how many such places the sitemap lists. */
  count(link: AskedLink): void;
  notUsed: string[];
}

/**
 * The addresses that a change adds and that no sitemap can list yet. Unknown if programs may generate others from the
 * change.
 */
export type AddedAddresses = string[] | 'unknown';

/** If this many pages link to an unpublished address, it will be published. */
const agreeingPages = 3;
/** How many addresses the sitemap must list in a part of the site to be trusted there. */
const fewestListed = 10;
/** And which share it must list of all addresses that exist or that the site links to. */
const listedShare = 0.8;

/**
 * Reads what is known of the published site, for links of the main site. The published site is of another time than the
 * files. So an address made by a file of `view` is judged by the files alone, because a page that the change removed is
 * still published. An address that is not in the sitemap counts as absent only in parts that the sitemap covers and
 * that the change adds nothing to.
 */
export async function openPublishedLinks(view: DocsView, read: ReadPublished): Promise<PublishedLinks> {
  const { main } = view.sites;
  const [published] = await Promise.all([read(main.base), view.loadRoutes()]);
  const made = new Set<string>();
  const linking = new Map<string, Set<string>>();
  const known = openShares(published);
  const own = view.pages.filter((path) => view.sites.of(path) === main);
  for (const { base, addresses } of await readAddresses(view, () => main, own)) {
    for (const address of addresses) made.add(base + address);
    const [usual] = addresses;
    if (usual !== undefined && main.kind.addresses.public) known.add(base + usual);
  }

  return {
    says(link, added) {
      const addresses = addressesOfLink(view, link);
      if (addresses.length === 0 || existedBefore(link, addresses)) return undefined;
      const answers = new Set(addresses.map((one) => (published.isListed(one) ? 'page' : published.answer(one))));
      if (answers.has('page')) return 'page';
      if (added === 'unknown') return undefined;
      return answers.has('nothing') || addresses.every((one) => isAbsent(one, added)) ? 'nothing' : undefined;
    },
    count(link) {
      const addresses = addressesOfLink(view, link);
      const listed = addresses.find((address) => published.isListed(address));
      for (const address of addresses) note(address, link.from);
      const [first] = addresses;
      if (first !== undefined) known.add(listed ?? first);
    },
    notUsed: published.notUsed,
  };

  /** Whether a file made the address before the change. */
  function existedBefore({ from, raw }: AskedLink, addresses: string[]): boolean {
    return addresses.some((address) => made.has(address)) || view.resolveQuickly(from, raw, 'link').kind === 'found';
  }

  function note(address: string, from: string): void {
    const pages = linking.get(address) ?? new Set();
    if (pages.size < agreeingPages) linking.set(address, pages.add(from));
  }

  /** Whether the sitemap would list the page if it existed. A page that several pages link to may be new. */
  function isAbsent(address: string, fresh: readonly string[]): boolean {
    if ((linking.get(address)?.size ?? 0) >= agreeingPages) return false;
    const part = extensionOf(address) === '' ? partOf(published, main.base, address) : undefined;
    if (part === undefined || !known.covers(part, address) || !known.covers('', address)) return false;
    return !fresh.some((one) => isWithin(one, part));
  }
}

/**
 * Returns the narrowest folder around an address in which the sitemap lists enough. It is never the whole site, because
 * others may add to that.
 */
function partOf(published: Published, base: string, address: string): string | undefined {
  const top = isWithin(address, base) ? base.length : 0;
  for (let end = address.lastIndexOf('/'); end > top; end = address.lastIndexOf('/', end - 1)) {
    const folder = address.slice(0, end);
    if (published.listedBelow(folder) >= fewestListed) return folder;
  }
  return undefined;
}

/** Counts in each folder how many of the known addresses the sitemap lists. */
function openShares(published: Published) {
  const seen = new Set<string>();
  const shares = new Map<string, { known: number; listed: number }>();
  return {
    add(address: string): void {
      if (seen.has(address)) return;
      seen.add(address);
      const listed = published.isListed(address) ? 1 : 0;
      for (let end = address.lastIndexOf('/'); end >= 0; end = end === 0 ? -1 : address.lastIndexOf('/', end - 1)) {
        const share = shares.get(address.slice(0, end)) ?? { known: 0, listed: 0 };
        shares.set(address.slice(0, end), { known: share.known + 1, listed: share.listed + listed });
      }
    },
    /** Whether the sitemap lists nearly all of a folder, not counting the address in question. */
    covers(folder: string, asked: string): boolean {
      const { known, listed } = shares.get(folder) ?? { known: 0, listed: 0 };
      return listed >= (known - (seen.has(asked) ? 1 : 0)) * listedShare;
    },
  };
}

/**
 * Returns the addresses where readers would look for a link's target: with or without the base, as written or as its
 * file would get.
 */
function addressesOfLink(view: DocsView, { from, raw, expected }: AskedLink): string[] {
  const site = view.sites.of(from);
  if (site !== view.sites.main || nameOf(site, raw) !== undefined) return [];
  const target = plainTarget(site, raw);
  if (target.kind !== 'local' || target.path === '') return [];
  const rooted = target.path.startsWith('/') ? withoutEnding(decoded(target.path)) : undefined;
  const written = rooted === undefined || isWithin(rooted, site.base) ? rooted : site.base + rooted;
  const placed = expected === undefined || rooted !== undefined ? undefined : addressOfFile(site, expected);
  return [...new Set([written, rooted, placed].filter((address) => address !== undefined))];
}

/** Returns the address that a file would get, with the base. */
function addressOfFile(site: Site, expected: string): string | undefined {
  const file = isPagePath(expected) ? expected : `${expected.replace(/\/$/, '')}.md`;
  const [placed] = addressesOf(site, file, {});
  return placed === undefined ? undefined : site.base + placed;
}

/** `/a/b/`, `/a/b.html`, `/a/b/index.md` → `/a/b` */
function withoutEnding(path: string): string {
  return path.replace(/\/{2,}/g, '/').replace(/(?:\/index)?\.(?:mdx?|html?)$|\/$/, '');
}

/**
 * Returns the addresses that a change adds. Unknown if it touches more than pages and images, because programs may
 * generate pages from all else.
 */
export function addedAddresses(before: DocsView, after: DocsView): AddedAddresses {
  const { added, modified } = changesBetween(before.tree, after.tree);
  const touched = [...added, ...modified].filter((path) => !isMarkdown(path));
  if (touched.some((path) => !/\.(?:png|jpe?g|gif|svg|webp|avif|ico|mp4|webm)$/i.test(path))) return 'unknown';
  const { main } = after.sites;
  return added.filter(isMarkdown).flatMap((path) => addressesOf(main, path, {}).map((address) => main.base + address));
}
