import { sql } from 'kysely';
import type { Database } from './database.ts';
import { onlyRow } from './statements/only-row.ts';

/** Reads what the database reports about its own state. */
export async function readDatabaseHealth(
  db: Database,
): Promise<{ version: string; bytes: number; connections: number; maximumConnections: number }> {
  const { rows } = await sql<{ version: string; bytes: number; connections: number; maximumConnections: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select count(*) from pg_stat_activity where backend_type = 'client backend')::integer as connections,
      current_setting('max_connections')::integer as "maximumConnections"
  `.execute(db);
  return onlyRow(rows);
}
