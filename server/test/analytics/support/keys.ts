import { sql } from 'kysely';
import type { Database } from '../../../src/postgres/database.ts';

/** Returns the unique keys of all tables with a project's number. */
export async function readKeys(db: Database): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select indexrelid::regclass::text as name, array(
      select attname::text from pg_attribute where attrelid = indrelid and attnum = any(indkey)
    ) as columns
    from pg_index
    where indisunique and exists (
      select from pg_attribute
      where attrelid = indrelid and attname = 'project_id' and atttypid = 'int4'::regtype
    )
  `.execute(db);
  return rows;
}
