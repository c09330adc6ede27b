import type { Site } from '../site/kind.ts';
import { addressesOf } from '../site/routes.ts';

/** What the history says became of a page; newest first in a list. */
export interface PageMove {
  from: string;
  /** Undefined where it was removed. */
  to: string | undefined;
  commit: string;
  at: Date;
  /** How it is known: both were alike, or one of the same name came when the other went. */
  by: 'renamed' | 'replaced' | 'removed';
}

/** Where a page that was moved is now: the last of its moves. */
export interface Whereabouts {
  /** Its present file; undefined where it was removed at last. */
  to: string | undefined;
  /** The weakest of what is known of its moves. */
  by: PageMove['by'];
  /** The commit that took it away from the old place. */
  commit: string;
  at: Date;
}

/** Follows each page from move to move. Of a place that several pages had one after another the last counts. */
export function followMoves(moves: readonly PageMove[], isFile: (path: string) => boolean): Map<string, Whereabouts> {
  const places = new Map<string, Whereabouts>();
  for (const { from, to, commit, at, by } of moves) {
    if (places.has(from)) continue;
    const later = to === undefined ? undefined : places.get(to);
    const end = later === undefined ? to : later.to;
    const isThere = end !== undefined && isFile(end);
    const weakest = isThere ? weaker(by, later?.by ?? by) : 'removed';
    places.set(from, { to: isThere ? end : undefined, by: weakest, commit, at });
  }
  return places;
}

function weaker(a: PageMove['by'], b: PageMove['by']): PageMove['by'] {
  return a === 'renamed' ? b : a;
}

/** Finds pages by the addresses that they had. */
export interface EarlierAddresses {
  /** By the address that a file of this path has on the site as it is. */
  at(address: string): Whereabouts | undefined;
  /**
   * By the end of the path, from the longest on, for pages that were moved together with the folder that the site is made from. `rest`
   * is how many segments of the address the path does not have.
   */
  byTail(address: string): { whereabouts: Whereabouts; rest: number } | undefined;
}

export function earlierAddresses(site: Site, places: ReadonlyMap<string, Whereabouts>): EarlierAddresses {
  const exact = new Map<string, Whereabouts>();
  const tails = new Map<string, Tail>();
  for (const [path, whereabouts] of places) {
    for (const address of addressesOf(site, path, {})) if (!exact.has(address)) exact.set(address, whereabouts);
    for (const [before, tail] of tailsOf(path).entries()) {
      const known = tails.get(tail);
      // `content/guide/setup` before `content/fr/guide/setup`.
      if (known === undefined || before < known.before) tails.set(tail, { whereabouts, before, isOne: true });
      else if (before === known.before && known.whereabouts.to !== whereabouts.to) known.isOne = false;
    }
  }
  return {
    at: (address) => exact.get(address),
    byTail(address) {
      const segments = address.split('/').filter((segment) => segment !== '');
      for (let rest = 0; rest < segments.length; rest += 1) {
        // One name alone says little, unless it is all that was asked for.
        if (rest > 0 && segments.length - rest < 2) return undefined;
        const found = tails.get(segments.slice(rest).join('/'));
        if (found) return found.isOne ? { whereabouts: found.whereabouts, rest } : undefined;
      }
      return undefined;
    },
  };
}

/** The file whose path ends so, with the fewest folders before that, and whether it is one alone. */
interface Tail {
  whereabouts: Whereabouts;
  before: number;
  isOne: boolean;
}

/** `docs/01-guide/setup/index.md` → `docs/guide/setup`, `guide/setup`, `setup`. */
function tailsOf(path: string): string[] {
  const bare = path.replace(/\.\w+$/, '').replace(/(?:^|\/)(?:_?index|readme)$/i, '');
  const segments = bare.split('/').map((segment) => segment.replace(/^\d{1,3}[-_.](?=[^\d])/, ''));
  return segments.map((_, position) => segments.slice(position).join('/')).filter((tail) => tail !== '');
}
