import { editDistance } from '../../text/edit-distance.ts';
import { cleanPath } from './path-filter.ts';

/** How many paths are named at most. */
const mostNamed = 3;

/** A name that needs more changes than this is a different name. */
const mostChanges = 3;

/** Of longer names, only the beginnings are compared. */
const longestName = 60;

/** How many names are compared letter by letter: about 20 ms. */
const mostCompared = 5000;

/**
 * Returns the files and folders (with a trailing slash) that were probably meant by a path that does not exist: the
 * same end of the path elsewhere, the same name, a name with a typing error, or the last existing folder on the path.
 * For a glob, the folder before its first wildcard is used.
 *
 * @param paths all existing paths, sorted
 */
export function nearestPaths(missing: string, paths: readonly string[]): string[] {
  const wanted = partsOfPath(fixedPart(missing));
  if (wanted.name === '') return [];
  const places = [...paths, ...foldersOf(paths)];
  const likely = [...sameName(wanted, places), ...similarName(wanted, places)];
  const best = likely.sort((a, b) => a.cost - b.cost || a.path.length - b.path.length || (a.path < b.path ? -1 : 1));
  const named = best.slice(0, mostNamed).map(({ path }) => path);
  return named.length > 0 ? named : deepestExistingFolder(wanted.path, places);
}

/** Returns the nearest paths as the end of a sentence; empty when there is none. */
export function formatNearest(missing: string, paths: readonly string[]): string {
  const named = nearestPaths(missing, paths);
  return named.length === 0 ? '' : ` Near it: ${named.join(', ')}.`;
}

interface Named {
  path: string;
  folder: string;
  /** The last part in lower case. */
  name: string;
  /** The name without its extension. */
  stem: string;
}

interface Likely {
  path: string;
  cost: number;
}

function fixedPart(missing: string): string {
  const path = cleanPath(missing).replace(/\/+$/, '');
  const wildcard = path.search(/[*?{]/);
  return wildcard < 0 ? path : path.slice(0, Math.max(path.lastIndexOf('/', wildcard), 0));
}

function partsOfPath(path: string): Named {
  const whole = path.endsWith('/') ? path.slice(0, -1) : path;
  const slash = whole.lastIndexOf('/');
  const name = whole.slice(slash + 1).toLowerCase();
  const dot = name.lastIndexOf('.');
  return { path: whole, folder: whole.slice(0, Math.max(slash, 0)), name, stem: dot > 0 ? name.slice(0, dot) : name };
}

/** Returns every folder that contains one of the paths, with a trailing slash. */
function foldersOf(paths: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    let end = path.lastIndexOf('/');
    while (end > 0 && !folders.has(path.slice(0, end + 1))) {
      folders.add(path.slice(0, end + 1));
      end = path.lastIndexOf('/', end - 1);
    }
  }
  return [...folders];
}

/** Returns paths with the same name, with any extension: the more of the path's end is the same, the likelier. */
function sameName(wanted: Named, places: readonly string[]): Likely[] {
  return places.flatMap((path) => {
    if (!path.toLowerCase().includes(wanted.stem)) return [];
    const place = partsOfPath(path);
    if (place.stem !== wanted.stem) return [];
    const other = place.name === wanted.name ? 0 : 0.5;
    return [{ path, cost: other + 1 / (1 + sharedParts(wanted, place)) }];
  });
}

/** Returns how many folders two paths share, from their ends or from their beginnings. */
function sharedParts(a: Named, b: Named): number {
  const [one, other] = [a.folder.split('/'), b.folder.split('/')];
  const fromStart = one.findIndex((part, index) => part !== other[index]);
  const fromEnd = one.toReversed().findIndex((part, index) => part !== other.at(-1 - index));
  return Math.max(fromStart < 0 ? one.length : fromStart, fromEnd < 0 ? one.length : fromEnd);
}

/** Returns paths whose name differs by a few letters; those in the same folder are compared first. */
function similarName(wanted: Named, places: readonly string[]): Likely[] {
  const limit = Math.min(mostChanges, Math.floor(wanted.stem.length / 3));
  const name = wanted.name.slice(0, longestName);
  const inFolder = `${wanted.folder}/`;
  const compared = [
    ...places.filter((path) => wanted.folder === '' || path.startsWith(inFolder)),
    ...places.filter((path) => wanted.folder !== '' && !path.startsWith(inFolder)),
  ];
  const likely: Likely[] = [];
  let left = mostCompared;
  for (const path of compared) {
    if (left === 0) break;
    const place = partsOfPath(path);
    if (place.stem === wanted.stem || Math.abs(place.name.length - wanted.name.length) > limit) continue;
    left -= 1;
    const distance = editDistance(place.name.slice(0, longestName), name);
    if (distance <= limit) likely.push({ path, cost: distance + (place.folder === wanted.folder ? 0 : 1.5) });
  }
  return likely;
}

/** Returns the deepest existing folder of a path. */
function deepestExistingFolder(path: string, places: readonly string[]): string[] {
  const there = new Set(places);
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const folder = path.slice(0, end + 1);
    if (there.has(folder)) return [folder];
  }
  return [];
}
