import type { Changes } from '../compare/changes.ts';
import { mapBounded } from '../map-bounded.ts';
import { isWithin, pathWithin } from '../text/paths.ts';
import {
  openStores,
  patternsOf,
  redirectEntriesOf,
  resolveDirectly,
  withoutHtml,
  type OpenStore,
  type RedirectEntry,
} from '../redirects/open.ts';
import { problem, type Finding } from '../rules.ts';
import type { Site } from '../site/kind.ts';
import { addressesOf } from '../site/routes.ts';
import { contentOf, joinParts } from '../site/site.ts';
import type { DocsView } from '../view.ts';
import { findRedirectTarget } from '../site/redirect-patterns.ts';

/** Reads the views of pages in the last 30 days, by file path. */
export type ReadViews = (paths: string[]) => Promise<{ path: string; human: number; ai: number }[]>;

export interface Guard {
  /** Undefined when no views are collected. */
  views: ReadViews | undefined;
  /** From how many views on a lost address is an error. 0 means never. */
  guardViews: number;
}

/** How many lost addresses are reported one by one. The others share one problem. */
const maximumReported = 100;

/**
 * Finds addresses that readers could open before and that now neither exist nor redirect. Only the addresses of changed
 * pages are checked, or all when the whole site is served elsewhere now.
 */
export async function lostAddresses(
  before: DocsView,
  after: DocsView,
  change: { changes: Changes; reshaped: boolean },
  { views, guardViews }: Guard,
): Promise<Finding[]> {
  const lost = await findLost(before, after, change);
  if (lost.length === 0) return [];
  const read = views ? await views([...new Set(lost.map(({ path }) => path))]) : [];
  const seen = new Map(read.map(({ path, human, ai }) => [path, { human, ai }]));
  const weight = ({ path }: Lost) => (seen.get(path)?.human ?? 0) + (seen.get(path)?.ai ?? 0);
  const reported = lost.toSorted((a, b) => weight(b) - weight(a)).slice(0, maximumReported);
  const findings = reported.map((one) =>
    findingOf(one, views && (seen.get(one.path) ?? { human: 0, ai: 0 }), guardViews),
  );
  const [last] = reported.slice(-1);
  if (lost.length <= maximumReported || !last) return findings;
  const rest = `${lost.length - maximumReported} more addresses lead nowhere now`;
  return [...findings, problem('address-lost', last.path, 1, rest, 'more')];
}

interface Lost {
  path: string;
  /** Includes the site's base, as readers see it. */
  address: string;
  /** The file that a redirect would be written to. */
  store: string | undefined;
}

async function findLost(
  before: DocsView,
  after: DocsView,
  { changes, reshaped }: { changes: Changes; reshaped: boolean },
): Promise<Lost[]> {
  const suspects = reshaped
    ? before.pages
    : [...changes.removed, ...changes.modified.filter((path) => mayMove(before, path))];
  const pages = suspects.filter((path) => before.isPage(path) && isWithin(path, before.folder));
  const candidates = (await mapBounded(pages, 64, (path) => ownAddresses(before, path))).flat();
  if (candidates.length === 0) return [];
  const presentAddresses = new Set(
    (
      await mapBounded(reshaped ? after.pages : [...changes.added, ...changes.modified], 64, (path) =>
        ownAddresses(after, path),
      )
    )
      .flat()
      .map(({ site, address }) => site.root + site.base + address),
  );
  const exists = openAddressCheck(after);
  const checked = await mapBounded(candidates, 8, async ({ path, site, address }): Promise<Lost[]> => {
    if (presentAddresses.has(site.root + site.base + address)) return [];
    const now =
      after.sites.all.find(({ root, kind }) => root === site.root && kind === site.kind) ?? after.sites.of(path);
    if (now.base === site.base && (await exists(now, path, address))) return [];
    return [{ path, address: `${site.base}${address}` || '/', store: (await exists.store(now))?.store.path }];
  });
  return checked.flat();
}

/** Whether a page's address may change when only its text changes. */
function mayMove(view: DocsView, path: string): boolean {
  const site = view.sites.of(path);
  return site.kind.addresses.fromFrontMatter || site.kind.redirects.frontMatter(site) !== undefined;
}

interface Address {
  path: string;
  site: Site;
  address: string;
}

/**
 * Returns the address of a page, and the earlier ones that it lists itself. Returns none for drafts, and none where
 * only the host knows the addresses.
 */
async function ownAddresses(view: DocsView, path: string): Promise<Address[]> {
  if (!view.isPage(path)) return [];
  const site = view.sites.of(path);
  if (!site.kind.addresses.public) return [];
  const rough = await view.facts.rough(view.tree, path);
  const frontMatter = rough.kind === 'known' ? rough.value.frontMatter : {};
  if (frontMatter['draft'] === 'true') return [];
  const [usual, ...others] = addressesOf(site, path, frontMatter);
  const earlier = site.kind.redirects.frontMatter(site) === undefined ? [] : others;
  return usual === undefined ? [] : [usual, ...earlier].map((address) => ({ path, site, address }));
}

/** Opens a function that returns whether an address exists or redirects. */
function openAddressCheck(view: DocsView) {
  const redirects = new Map<Site, Promise<Redirected>>();
  const redirectsOf = (site: Site) => {
    const known = redirects.get(site) ?? readRedirected(view, site);
    redirects.set(site, known);
    return known;
  };
  // The page's own present addresses were excluded before.
  const exists = async (site: Site, path: string, address: string): Promise<boolean> => {
    const { entries, addresses, patterns, unread } = await redirectsOf(site);
    if (addresses.has(address) || addresses.has(withoutHtml(address)) || fallsBack(view, site, path)) return true;
    if ([...site.generated, ...unread].some((prefix) => isWithin(address, prefix))) return true;
    if (findRedirectTarget([...site.redirectPatterns, ...patterns], address) !== undefined) return true;
    if (site.kind.addresses.fromFrontMatter) {
      const owner = (await view.routesOf(site)).get(address);
      return owner !== undefined && owner !== path;
    }
    const resolution = await resolveDirectly(view, site, entries, address || '/');
    return (
      resolution.kind === 'not-judged' || (resolution.kind === 'found' && ![undefined, path].includes(resolution.path))
    );
  };
  return Object.assign(exists, {
    store: async (site: Site) => (await redirectsOf(site)).stores.find(({ list }) => list.edit !== undefined),
  });
}

interface Redirected extends ReturnType<typeof patternsOf> {
  stores: OpenStore[];
  entries: RedirectEntry[];
  addresses: Set<string | undefined>;
}

async function readRedirected(view: DocsView, site: Site): Promise<Redirected> {
  const stores = await openStores(view, site);
  const entries = redirectEntriesOf(stores);
  return { stores, entries, addresses: new Set(entries.map(({ address }) => address)), ...patternsOf(site, entries) };
}

/** Whether the original page is shown where a translation is missing. */
function fallsBack(view: DocsView, site: Site, path: string): boolean {
  const content = contentOf(site, path);
  if (content?.fallback === undefined) return false;
  return view.index.isFile(joinParts(content.fallback, pathWithin(path, content.folder)));
}

function findingOf(
  { path, address, store }: Lost,
  views: { human: number; ai: number } | undefined,
  guardViews: number,
): Finding {
  const seen = views ? `: ${counted(views.human, 'view')} by people and ${views.ai} by AI in the last 30 days` : '';
  const where = store === undefined ? 'This site has no known place for redirects' : `Redirects are kept in ${store}`;
  const message = `The address ${address} leads nowhere now and is not redirected${seen}. ${where}`;
  const finding = problem('address-lost', path, 1, message, address);
  const isGuarded = views !== undefined && guardViews > 0 && views.human + views.ai >= guardViews;
  return { ...finding, subject: address, severity: isGuarded ? 'error' : finding.severity };
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
