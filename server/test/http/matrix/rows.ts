import { sql } from 'kysely';
import type { Database } from '../../../src/postgres/database.ts';

/**
 * Returns one hash of the contents for each table: two equal results mean that nothing was written. Leaves out only
 * when a key was last used and when a person was last seen.
 */
export async function hashRows(db: Database): Promise<Record<string, string | null>> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename`.execute(db);
  const hashes = await Promise.all(rows.map(async ({ name }) => [name, await hashOf(db, name)] as const));
  return Object.fromEntries(hashes);
}

async function hashOf(db: Database, table: string): Promise<string | null> {
  const { rows } = await sql<{ hash: string | null }>`
    with each_row as (select (to_jsonb(one) - 'last_used_at' - 'last_seen_at')::text as text from ${sql.table(table)} one)
    select md5(string_agg(text, E'\n' order by text)) as hash from each_row`.execute(db);
  return rows[0]?.hash ?? null;
}
