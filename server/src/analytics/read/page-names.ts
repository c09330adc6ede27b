import { sql } from 'kysely';
import type { Database } from '../../postgres/database.ts';
import { NameCache } from './name-cache.ts';

/** Paths that are remembered for each database, in characters: some 500,000 of them. */
const capacity = 20_000_000;

const remembered = new WeakMap<Database, NameCache>();

/**
 * The paths of pages by their numbers. A number, once it is there, never changes its path.
 * @param connection - what those that are not remembered are read by.
 */
export async function readPageNames(
  db: Database,
  projectId: number,
  numbers: readonly number[],
  connection: Database = db,
): Promise<ReadonlyMap<number, string>> {
  const cache = remembered.get(db) ?? new NameCache(capacity);
  remembered.set(db, cache);
  const known = cache.recall(projectId);
  const missing = numbers.filter((number) => !known.has(number));
  if (missing.length === 0) return known;
  // What is known may be pushed out by what is not.
  const names = new Map(numbers.map((number) => [number, known.get(number) ?? '']));
  const read = await fetchPageNames(connection, projectId, missing);
  for (const [number, name] of read) names.set(number, name);
  cache.remember(projectId, read);
  return names;
}

/** The same without remembering them. */
export async function fetchPageNames(
  db: Database,
  projectId: number,
  numbers: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ number: number; path: string }>`
    select number, path from view_page where project_id = ${projectId} and number = any(${numbers}::int[])
  `.execute(db);
  return new Map(rows.map(({ number, path }) => [number, path]));
}
