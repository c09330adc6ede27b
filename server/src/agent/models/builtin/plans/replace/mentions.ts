import { commonFolder, normalisePath } from '../../text/paths.ts';
import { escapePattern } from '../page/page-name.ts';
import type { Plan } from '../plan.ts';
import type { Site } from '../site.ts';
import { count } from './words.ts';

/** A line that still contains an old name. */
export interface PlaceOfName {
  path: string;
  line: number;
}

/** How many files are listed one by one, and how many lines of each. */
const mostFiles = 20;
const mostLines = 8;

/** Formats the places that still contain a name, one line for each file. */
export function formatPlaces(places: readonly PlaceOfName[], name: string): string[] {
  const byFile = [...Map.groupBy(places, ({ path }) => path)].sort(([a], [b]) => (a < b ? -1 : 1));
  const files = byFile.map(([path, found]) => {
    const lines = [...new Set(found.map(({ line }) => line))].sort((a, b) => a - b);
    return `${path}:${lines.slice(0, mostLines).join(', ')}${lines.length > mostLines ? ', …' : ''}: it still contains ${name}`;
  });
  const more = files.length - mostFiles;
  return more > 0 ? [...files.slice(0, mostFiles), `${count(more, 'further file')} with the name ${name}`] : files;
}

/**
 * Finds the places that still contain a name of a folder that no longer exists: in configuration, scripts, code and
 * addresses, where only a person can decide what is meant.
 */
export async function* placesOf({ names }: FolderNames): Plan<PlaceOfName[]> {
  const patterns = names.map((one) => {
    const path = `[./]*${escapePattern(one)}`;
    // A single word counts as a path only next to a slash or quotation marks.
    return one.includes('/')
      ? `(^|["'\`(:=]|\\s)${path}(["'\`/#?),]|\\s|$)`
      : `(["'\`(:=]${path}|\\s/${path})["'\`/#)]`;
  });
  const [answer] = yield [{ tool: 'search', input: { pattern: patterns.join('|'), path: '/', limit: 500 } }];
  return answer?.ok !== true ? [] : answer.text.split('\n').flatMap(readPlace);
}

/** The possible names of a folder, from the top of the repository or of the site. */
interface FolderNames {
  names: string[];
  /** The shortest of them. */
  short: string;
}

export function namesOf(site: Site, folder: string, called: string): FolderNames {
  const bases = [site.root, commonFolder(site.pages)].filter((base) => base !== '' && folder.startsWith(`${base}/`));
  const shorter = bases.map((base) => folder.slice(base.length + 1));
  const names = [...new Set([folder, ...shorter, normalisePath(called) ?? folder])];
  return { names, short: names.toSorted((a, b) => a.length - b.length)[0] ?? folder };
}

function readPlace(hit: string): PlaceOfName[] {
  const [, path, line] = /^(.+?):(\d+):/u.exec(hit) ?? [];
  return path === undefined || line === undefined ? [] : [{ path, line: Number(line) }];
}
