import type { TextEdit } from '../../text/lines.ts';
import { withEarlierAddresses } from '../../redirects/front-matter.ts';
import {
  openStores,
  redirectEntriesOf,
  withoutHtml,
  type OpenStore,
  type RedirectEntry,
} from '../../redirects/open.ts';
import type { NewRedirect, Redirect, RedirectEnd } from '../../redirects/redirects.ts';
import { encoded } from '../../redirects/spelling.ts';
import type { Site } from '../../site/kind.ts';
import type { DocsView } from '../../view.ts';
import type { Drafts } from '../drafts.ts';
import type { LinkTarget } from '../link-target.ts';

/** The redirects of a site while they are edited. */
export interface RedirectWriting {
  entries: RedirectEntry[];
  /** Whether readers of each language need a redirect of their own. */
  byLanguage: boolean;
  /** Whether redirects lead only to pages, and not to headings in them. */
  toPages: boolean;
  /** Adds a redirect where the site keeps them. Returns the file, or undefined if no file can be written. */
  add(from: { address: string; path: string | undefined }, to: LinkTarget): string | undefined;
  /** Changes the target of a redirect. Returns whether the file could be written. */
  repoint(entry: RedirectEntry, to: LinkTarget): boolean;
  remove(entry: RedirectEntry): void;
  /** Hands all edits over to the drafts. */
  finish(drafts: Drafts): Promise<void>;
}

interface Changes {
  retargeted: TextEdit[];
  add: NewRedirect[];
  remove: Redirect[];
}

export async function openRedirectWriting(view: DocsView, site: Site): Promise<RedirectWriting> {
  const stores = await openStores(view, site);
  const entries = redirectEntriesOf(stores);
  const changes = new Map<OpenStore, Changes>(stores.map((store) => [store, { retargeted: [], add: [], remove: [] }]));
  const earlier = new Map<string, string[]>();
  const key = site.kind.redirects.frontMatter(site);

  return {
    entries,
    byLanguage: key === undefined && placeFor(stores)?.store.inEachLanguage !== true,
    toPages: key !== undefined || placeFor(stores)?.store.toPages === true,
    add(from, to) {
      if (key !== undefined && to.file !== undefined) {
        earlier.set(to.file, [...(earlier.get(to.file) ?? []), from.address]);
        return to.path ?? to.file;
      }
      const known = entries.find((entry) => isSame(entry.address, from.address) && entry.open.list.edit !== undefined);
      if (known) return repoint(known, to) ? known.open.store.path : undefined;
      const [place, ...others] = placesFor(stores);
      if (!place || !addTo(place, from, to)) return undefined;
      for (const other of others) addTo(other, from, to);
      return place.store.path;
    },
    repoint,
    remove: ({ open, redirect }) => void changes.get(open)?.remove.push(redirect),
    async finish(drafts) {
      for (const [{ store, list }, { retargeted, ...change }] of changes)
        drafts.add(store.path, [...retargeted, ...(list.edit?.(change) ?? [])], { optional: true });
      for (const [file, addresses] of earlier) {
        const text = await view.text(file);
        if (text.kind === 'known' && key !== undefined)
          drafts.add(file, withEarlierAddresses(text.value, key, addresses), { optional: true });
      }
    },
  };

  function addTo(open: OpenStore, from: RedirectEnd, to: LinkTarget): boolean {
    const source = ifSafeUnquoted(withUsualSlash(open, open.store.spelling.source(from)));
    const target = source === undefined ? undefined : targetOf(open, to, { source, target: '' });
    if (source === undefined || target === undefined) return false;
    changes.get(open)?.add.push({ source, target });
    return true;
  }

  function repoint({ open, redirect }: RedirectEntry, to: LinkTarget): boolean {
    const target = open.list.edit && targetOf(open, to, redirect);
    if (target !== undefined) changes.get(open)?.retargeted.push({ ...redirect.targetSpan, text: target });
    return target !== undefined;
  }
}

/** Returns the file for a new redirect: one that has redirects already, or else the first that may be written. */
export function placeFor(stores: OpenStore[]): OpenStore | undefined {
  const writable = stores.filter(({ list }) => list.edit !== undefined);
  return writable.find(({ list }) => list.redirects.length > 0) ?? writable[0];
}

/** Redirects may omit the `.html` at the end of page addresses. */
function isSame(redirected: string | undefined, address: string): boolean {
  return redirected === address || redirected === withoutHtml(address);
}

/** Includes a file of another host that has redirects, because nothing states which host serves the site. */
function placesFor(stores: OpenStore[]): OpenStore[] {
  const place = placeFor(stores);
  if (place?.store.owner !== 'host') return place ? [place] : [];
  const others = stores.filter(({ store, list }) => store.owner === 'host' && list.edit && list.redirects.length > 0);
  return [place, ...others.filter(({ store }) => isOfVercel(store) !== isOfVercel(place.store)).slice(0, 1)];
}

function isOfVercel({ path }: { path: string }): boolean {
  return /(?:^|\/)vercel\.json$/.test(path);
}

/** Returns a target as its file spells it, with the query and anchor of the target that it replaces. */
function targetOf({ store, list }: OpenStore, to: LinkTarget, before: NewRedirect): string | undefined {
  if (to.url !== undefined)
    return ifSafeUnquoted(to.url.replace(/['$`{}]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`));
  if (to.address === undefined) return undefined;
  const suffix = store.toPages === true ? '' : (to.hash ?? /[?#].*$/.exec(before.target)?.[0] ?? '');
  const written = store.spelling.target({ address: to.address, path: to.path }, before.source);
  return ifSafeUnquoted(withUsualSlash({ store, list }, written) + (suffix === '' ? '' : encoded(suffix)));
}

/** Adds a trailing slash if most addresses of the file have one. */
function withUsualSlash({ list }: Pick<OpenStore, 'list' | 'store'>, written: string): string {
  const addresses = list.redirects
    .flatMap(({ source, target }) => [source, target])
    .filter((one) => /^\/[^.#?*:]+$/.test(one));
  const slashed = addresses.filter((one) => one.endsWith('/')).length;
  return /^\/[^.]*[^/.]$/.test(written) && slashed * 2 > addresses.length ? `${written}/` : written;
}

/** Returns a text that is valid within the quotes of any file, and without quotes in YAML; undefined for all others. */
function ifSafeUnquoted(written: string): string | undefined {
  return /^[^\s"'`$\\{}<>|^]+$/.test(written) && !/^[-?:,[\]#&*!%@]|: /.test(written) ? written : undefined;
}
