import { sql } from 'kysely';
import type { Database } from '../../../postgres/database.ts';
import { NameCache } from './name-cache.ts';

/** How many characters of paths are cached for each database: some 500,000 paths. */
const capacity = 20_000_000;

const caches = new WeakMap<Database, NameCache>();

/**
 * Returns the paths of pages by number. The path of an assigned number never changes.
 * @param connection - reads the paths that are not cached.
 */
export async function readPageNames(
  db: Database,
  projectId: number,
  numbers: readonly number[],
  connection: Database = db,
): Promise<ReadonlyMap<number, string>> {
  const cache = caches.get(db) ?? new NameCache(capacity);
  caches.set(db, cache);
  const known = cache.recall(projectId);
  const missing = numbers.filter((number) => !known.has(number));
  if (missing.length === 0) return known;
  // Copied first: reading the missing names may evict the cached ones.
  const names = new Map(numbers.map((number) => [number, known.get(number) ?? '']));
  const read = await fetchPageNames(connection, projectId, missing);
  for (const [number, name] of read) names.set(number, name);
  cache.remember(projectId, read);
  return names;
}

/** The same without caching them. */
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
