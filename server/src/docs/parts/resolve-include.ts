import { decoded } from '../text/decoded.ts';
import { folderOf, isWithin, joinPath, type PathIndex } from '../text/paths.ts';
import type { Site } from '../site/kind.ts';
import { joinParts } from '../site/site.ts';
import type { Include } from './notations.ts';

/** Where an include leads. */
export type IncludeResolution =
  | { kind: 'found'; path: string }
  | { kind: 'missing'; expected: string }
  | { kind: 'unknown'; reason: string };

export interface IncludePlace {
  page: string;
  site: Site;
  /** Folders that the site's configuration names for includes; undefined if unknown. */
  named: string[] | undefined;
  index: PathIndex;
}

/** Searches an include in all the places of its notation. */
export function resolveInclude({ target: raw, notation }: Include, place: IncludePlace): IncludeResolution {
  const target = decoded(raw).replaceAll('\\', '/');
  if (/^(?:[a-z][a-z\d+.-]*:)?\/\//i.test(target)) return unknown('it is fetched from another site');
  if (/[{}$*<>|]|\.\.\./.test(target)) return unknown('its name is computed');
  const { rooted } = notation;
  const isRooted = rooted !== undefined && target.startsWith(rooted.sign);
  const rest = isRooted ? target.slice(rooted.sign.length).replace(/^\/+/, '') : target;
  const bases = (isRooted ? [rooted.base] : notation.bases).map((base) => foldersOf(base, place));
  if (bases.includes(undefined)) return unknown('the folders of includes are unknown');
  const candidates = bases
    .flatMap((folders) => folders ?? [])
    .flatMap((folder) => (notation.folders ?? ['']).map((inner) => joinPath(joinParts(folder, inner), rest)))
    .flatMap((path) => path ?? []);
  return firstExisting(candidates, place.index);
}

/** Returns the first candidate that exists. A part of a file may follow a colon: `a.py:10:20`, `a.py:section`. */
function firstExisting(candidates: string[], index: PathIndex): IncludeResolution {
  const paths = candidates.map((path) => (index.isFile(path) ? path : path.replace(/(\.\w+):.*$/, '$1')));
  const found = paths.find((path) => index.isFile(path));
  if (found !== undefined) return { kind: 'found', path: found };
  const [expected] = paths;
  if (expected === undefined || paths.some((path) => index.isLeftAlone(path))) {
    return unknown('it leads out of the repository');
  }
  return { kind: 'missing', expected };
}

function foldersOf(base: Include['notation']['bases'][number], { page, site, named }: IncludePlace) {
  switch (base) {
    case 'page':
      return [folderOf(page)];
    case 'content':
      return contentFolders(site, page);
    case 'root':
      return [site.root];
    case 'top':
      return [''];
    case 'named':
      return named;
  }
}

/**
 * Returns the content folder of a page and those around it, because a content folder within another is served elsewhere
 * but belongs to it.
 */
export function contentFolders(site: Site, page: string): string[] {
  const around = site.contents.map(({ folder }) => folder).filter((folder) => isWithin(page, folder));
  return around.length === 0 ? [site.root] : [...new Set(around)].toSorted((a, b) => b.length - a.length);
}

function unknown(reason: string): IncludeResolution {
  return { kind: 'unknown', reason };
}
