import type { Site } from '../site/kind.ts';
import { addressesOf } from '../site/routes.ts';

/** What happened to a page in the history. Lists of moves are sorted newest first. */
export interface PageMove {
  from: string;
  /** Undefined if the page was removed. */
  to: string | undefined;
  commit: string;
  at: Date;
  /** How the move is known: similar content, or a page with the same name was added when this one was removed. */
  by: 'renamed' | 'replaced' | 'removed';
}

/** Where a moved page is now, after the last of its moves. */
export interface PageLocation {
  /** The present file. Undefined if the page was removed in the end. */
  to: string | undefined;
  /** The weakest kind of evidence among its moves. */
  by: PageMove['by'];
  /** The commit that removed the page from the former path. */
  commit: string;
  at: Date;
}

/** Follows each page from move to move. If several pages were at a path in turn, the last one counts. */
export function followMoves(moves: readonly PageMove[], isFile: (path: string) => boolean): Map<string, PageLocation> {
  const places = new Map<string, PageLocation>();
  for (const { from, to, commit, at, by } of moves) {
    if (places.has(from)) continue;
    const later = to === undefined ? undefined : places.get(to);
    const end = later === undefined ? to : later.to;
    const exists = end !== undefined && isFile(end);
    const weakest = exists ? weakerEvidence(by, later?.by ?? by) : 'removed';
    places.set(from, { to: exists ? end : undefined, by: weakest, commit, at });
  }
  return places;
}

function weakerEvidence(a: PageMove['by'], b: PageMove['by']): PageMove['by'] {
  return a === 'renamed' ? b : a;
}

/** Finds pages by their former addresses. */
export interface EarlierAddresses {
  /** Finds by the address that a file at the former path would have on the present site. */
  at(address: string): PageLocation | undefined;
  /**
   * Finds by the end of the path, longest first, for pages that moved together with the site's content folder. `rest`
   * is the number of segments of the address that are not in the path.
   */
  byTail(address: string): { location: PageLocation; rest: number } | undefined;
}

export function earlierAddresses(site: Site, places: ReadonlyMap<string, PageLocation>): EarlierAddresses {
  const exact = new Map<string, PageLocation>();
  const tails = new Map<string, Tail>();
  for (const [path, location] of places) {
    for (const address of addressesOf(site, path, {})) if (!exact.has(address)) exact.set(address, location);
    for (const [before, tail] of tailsOf(path).entries()) {
      const known = tails.get(tail);
      // Prefer `content/guide/setup` to `content/fr/guide/setup`.
      if (known === undefined || before < known.before) tails.set(tail, { location, before, isOne: true });
      else if (before === known.before && known.location.to !== location.to) known.isOne = false;
    }
  }
  return {
    at: (address) => exact.get(address),
    byTail(address) {
      const segments = address.split('/').filter((segment) => segment !== '');
      for (let rest = 0; rest < segments.length; rest += 1) {
        // One matching name alone proves little, unless it is the whole address.
        if (rest > 0 && segments.length - rest < 2) return undefined;
        const found = tails.get(segments.slice(rest).join('/'));
        if (found) return found.isOne ? { location: found.location, rest } : undefined;
      }
      return undefined;
    },
  };
}

/** The file with this end of its path and the fewest folders before it, and whether it is the only one. */
interface Tail {
  location: PageLocation;
  before: number;
  isOne: boolean;
}

/** `docs/01-guide/setup/index.md` → `docs/guide/setup`, `guide/setup`, `setup`. */
function tailsOf(path: string): string[] {
  const bare = path.replace(/\.\w+$/, '').replace(/(?:^|\/)(?:_?index|readme)$/i, '');
  const segments = bare.split('/').map((segment) => segment.replace(/^\d{1,3}[-_.](?=[^\d])/, ''));
  return segments.map((_, position) => segments.slice(position).join('/')).filter((tail) => tail !== '');
}
