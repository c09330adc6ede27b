import { sql } from 'kysely';
import type { Database } from '../../postgres/database.ts';
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
  if (!isWorthIt) return { pages: [...pages], names: await readPageNames(db, projectId, [...pages], connection) };
  const { between, tied } = markTied(wanted);
  const namesBetween = await readPageNames(db, projectId, between, connection);
  const names = new Map(between.map((page) => [page, namesBetween.get(page) ?? '']));
  for (const [page, path] of await firstByPath(connection, projectId, tied, end)) names.set(page, path);
  return { pages: [...names.keys()], names };
}

/** Marks pages that tie with the first row by 1, and with the last row by 2, at their numbers; all others are rows. */
function markTied({ counts, candidates }: Wanted): { between: number[]; tied: Uint8Array } {
  const { pages, most, least } = candidates;
  const tied = new Uint8Array(counts.human.length);
  const between: number[] = [];
  for (const page of pages) {
    const total = totalOf(counts, page);
    if (total === most) tied[page] = 1;
    else if (total === least) tied[page] = 2;
    else between.push(page);
  }
  return { between, tied };
}

/** Returns the first `count` pages of each mark, in the byte order of their paths. */
async function firstByPath(
  connection: Database,
  projectId: number,
  tied: Uint8Array,
  count: number,
): Promise<Map<number, string>> {
  const left = [0, 1, 2].map((mark) => (mark === 0 ? 0 : Math.min(count, countOf(tied, mark))));
  const found = new Map<number, string>();
  let after: string | undefined;
  while (left.some((wanted) => wanted > 0)) {
    const rows = await readPaths(connection, projectId, after);
    for (const { number, path } of rows) {
      const mark = tied[number] ?? 0;
      if ((left[mark] ?? 0) === 0) continue;
      left[mark] = (left[mark] ?? 0) - 1;
      found.set(number, path);
    }
    after = rows.at(-1)?.path;
    if (after === undefined) break;
  }
  return found;
}

function countOf(tied: Uint8Array, mark: number): number {
  let count = 0;
  for (const found of tied) if (found === mark) count += 1;
  return count;
}

async function readPaths(connection: Database, projectId: number, after: string | undefined) {
  const beyond = after === undefined ? sql`` : sql`and path > ${after}`;
  const { rows } = await sql<{ number: number; path: string }>`
    select number, path from view_page where project_id = ${projectId} ${beyond} order by path limit ${pathsAtOnce}
  `.execute(connection);
  return rows;
}
