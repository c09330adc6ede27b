import { replaceSpans } from '../text/lines.ts';
import { openStores, redirectEntriesOf, resolveDirectly, type OpenStore } from '../redirects/open.ts';
import type { Redirect } from '../redirects/redirects.ts';
import type { Site } from '../site/kind.ts';
import type { DocsView } from '../view.ts';

/** The redirects that a file gets. */
export interface RedirectsChange {
  redirects: { from: string; to: string; line: number }[];
}

/**
 * Compares two versions of a file in which a site, or its host, keeps redirects. Returns undefined if it is no such
 * file, and why a person must decide if redirects are not only added to it: what the file has besides is what the
 * writer of redirects leaves as it was. A new redirect must lead from an address without a page to a page.
 */
export async function compareRedirects(
  before: DocsView,
  after: DocsView,
  path: string,
): Promise<RedirectsChange | { because: string } | undefined> {
  const [old, now] = [await storeOf(before, path), await storeOf(after, path)];
  if (old === undefined && now === undefined) return undefined;
  if (old === undefined || now === undefined) return { because: 'its redirects cannot be read' };
  const added = addedRedirects(old.list.redirects, now.list.redirects);
  if (added === undefined) return { because: 'a redirect goes, moves or changes' };
  if (added.length === 0) return { because: 'more than its redirects changes' };
  if (!isOnlyAdded(old, now, added)) return { because: 'more than its redirects changes' };
  for (const redirect of added) {
    const fault = await redirectFault(before, after, now, redirect);
    if (fault !== undefined) return { because: `line ${now.lineAt(redirect.sourceSpan.start)}: ${fault}` };
  }
  const shown = added.map(({ source, target, sourceSpan }) => ({
    from: source,
    to: target,
    line: now.lineAt(sourceSpan.start),
  }));
  return { redirects: shown };
}

async function storeOf(view: DocsView, path: string): Promise<OpenStore | undefined> {
  for (const site of view.sites.all) {
    const found = (await openStores(view, site)).find(({ store }) => store.path === path);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the redirects that only the new list contains; undefined unless it contains all old ones in their order. */
function addedRedirects(old: readonly Redirect[], now: readonly Redirect[]): Redirect[] | undefined {
  const added: Redirect[] = [];
  let next = 0;
  for (const redirect of now) {
    const known = old[next];
    if (known?.source === redirect.source && known.target === redirect.target) next += 1;
    else added.push(redirect);
  }
  return next === old.length ? added : undefined;
}

/** Whether the writer of redirects makes one text of the other, by adding these or by removing them again. */
function isOnlyAdded(old: OpenStore, now: OpenStore, added: Redirect[]): boolean {
  const wanted = added.map(({ source, target }) => ({ source, target }));
  const withThem = old.list.edit?.({ add: wanted, remove: [] });
  if (withThem !== undefined && replaceSpans(old.text, withThem) === now.text) return true;
  const without = now.list.edit?.({ add: [], remove: added });
  return without !== undefined && replaceSpans(now.text, without) === old.text;
}

async function redirectFault(
  before: DocsView,
  after: DocsView,
  { site, store }: OpenStore,
  { source, target }: Redirect,
): Promise<string | undefined> {
  const address = store.spelling.addressOf(source);
  if (address === undefined) return `the redirect from ${source} is for more than one address`;
  const stores = await openStores(after, site);
  const entries = redirectEntriesOf(stores);
  const same = entries.filter((entry) => entry.open.store.path === store.path && entry.address === address);
  if (same.length > 1) return `${source} is redirected twice`;
  for (const view of [before, after]) {
    if (await isPageAt(view, siteIn(view, site), address)) return `there is a page at ${source}`;
  }
  const end = await resolveDirectly(after, site, entries, store.spelling.linkOf(target, source));
  return end.kind === 'found' && end.path !== undefined ? undefined : `${target} is no page of the site`;
}

/** Whether there is a page at an address itself, without any redirect. */
async function isPageAt(view: DocsView, site: Site, address: string): Promise<boolean> {
  const entries = redirectEntriesOf(await openStores(view, site));
  const found = await resolveDirectly(view, site, entries, address || '/');
  return address === '' || (found.kind === 'found' && found.path !== undefined);
}

function siteIn(view: DocsView, { root, kind }: Site): Site {
  return view.sites.all.find((site) => site.root === root && site.kind === kind) ?? view.sites.main;
}
