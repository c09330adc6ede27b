import { sql } from 'kysely';
import type { Database } from '../../../server/src/postgres/database.ts';

/** How much was written to the write-ahead log so far, and how much of it as whole pages after checkpoints. */
export interface Wal {
  bytes: number;
  wholePages: number;
}

/** Whole pages are reported as their count times 8 KB, which is a little more than they take. */
export async function readWal(db: Database): Promise<Wal> {
  const { rows } = await sql<Wal>`
    select (pg_current_wal_insert_lsn() - '0/0')::float8 as bytes, (wal_fpi * 8192)::float8 as "wholePages" from pg_stat_wal
  `.execute(db);
  return rows[0] ?? { bytes: Number.NaN, wholePages: Number.NaN };
}
