import { sql } from 'kysely';
import type { Database } from '../../../postgres/database.ts';
import type { PageCounts } from './page-counts.ts';
import { readPageNames } from './page-names.ts';
import { totalOf } from './rank.ts';
import type { Candidates } from './rank.ts';

/** How many paths one statement reads. */
const pathsAtOnce = 5_000;

export interface Wanted {
  counts: PageCounts;
  candidates: Candidates;
  offset: number;
  limit: number;
}

/**
 * Returns the names of the candidates that may be rows. When very many have the same total, for example when each page
 * was read once, only the first of them by path are needed: these are found by walking the paths in the order of the
 * database's index, instead of naming and sorting all.
 */
export async function readCandidateNames(
  db: Database,
  projectId: number,
  wanted: Wanted,
  connection: Database = db,
): Promise<{ pages: number[]; names: ReadonlyMap<number, string> }> {
  const { counts, candidates, offset, limit } = wanted;
  const { pages, before } = candidates;
  const end = offset - before + limit;
  // To find one tied page, the walk passes as many paths as there are pages for each tied one.
  const isWorthIt = pages.length > 2 * pathsAtOnce && pages.length ** 2 > end * counts.human.length;
  if (!isWorthIt) {
    const all = [...pages];
    return { pages: all, names: await readPageNames(db, projectId, all, connection) };
  }
  const { between, tied } = markTied(wanted);
  const namesBetween = await readPageNames(db, projectId, between, connection);
  const names = new Map(between.map((page) => [page, namesBetween.get(page) ?? '']));
  for (const [page, path] of await firstByPath(connection, projectId, tied, end)) names.set(page, path);
  return { pages: [...names.keys()], names };
}

/** The pages that tie with the first or the last requested row. */
interface Tied {
  /** At the number of each page: 1 when it ties with the first row, 2 with the last, 0 otherwise. */
  marks: Uint8Array;
  /** How many pages have each mark. */
  counts: [none: number, first: number, last: number];
}

/** Separates the candidates that tie with the first or the last row from those between, which are all rows. */
function markTied({ counts, candidates }: Wanted): { between: number[]; tied: Tied } {
  const { pages, most, least } = candidates;
  const tied: Tied = { marks: new Uint8Array(counts.human.length), counts: [0, 0, 0] };
  const between: number[] = [];
  // By place: `for … of` over a million typed numbers takes 15 ms more.
  for (let place = 0; place < pages.length; place += 1) {
    const page = pages[place] ?? 0;
    const total = totalOf(counts, page);
    const mark = total === most ? 1 : total === least ? 2 : 0;
    if (mark === 0) between.push(page);
    tied.marks[page] = mark;
    tied.counts[mark] += 1;
  }
  return { between, tied };
}

/** Returns the first `count` pages of each mark, in the byte order of their paths. */
async function firstByPath(
  connection: Database,
  projectId: number,
  { marks, counts }: Tied,
  count: number,
): Promise<Map<number, string>> {
  const left = counts.map((pages, mark) => (mark === 0 ? 0 : Math.min(count, pages)));
  const found = new Map<number, string>();
  let after: string | undefined;
  while (left.some((wanted) => wanted > 0)) {
    const rows = await readPaths(connection, projectId, after);
    for (const { number, path } of rows) {
      const mark = marks[number] ?? 0;
      if ((left[mark] ?? 0) === 0) continue;
      left[mark] = (left[mark] ?? 0) - 1;
      found.set(number, path);
    }
    after = rows.at(-1)?.path;
    if (after === undefined) break;
  }
  return found;
}

async function readPaths(connection: Database, projectId: number, after: string | undefined) {
  const beyond = after === undefined ? sql`` : sql`and path > ${after}`;
  const { rows } = await sql<{ number: number; path: string }>`
    select number, path from view_page where project_id = ${projectId} ${beyond} order by path limit ${pathsAtOnce}
  `.execute(connection);
  return rows;
}
