import { sql } from 'kysely';
import type { Database } from './database.ts';
import { allowLong } from './statements/long-statements.ts';

/** Fewer new rows do not mislead any plan for long. */
const leastRows = 1_000;

/** ANALYZE reads a sample, however large the table is. */
const analyzeSeconds = 600;

/**
 * Makes PostgreSQL analyze the tables that have doubled since it last did so, and returns their names. Its own
 * autovacuum does so a minute or more later, or never when it is switched off, and until then plans rely on old
 * statistics: finding the paths of 500 among 200,000 new pages took 79 ms with the wrong index, and 3 ms afterwards.
 */
export async function analyzeGrown(db: Database): Promise<string[]> {
  return await db.transaction().execute(async (transaction) => {
    await allowLong(transaction, analyzeSeconds);
    const { rows: lock } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('analyze grown tables')) as free
    `.execute(transaction);
    if (lock[0]?.free !== true) return [];
    const { rows } = await sql<{ name: string }>`
      select class.relname as name from pg_stat_user_tables as stat join pg_class as class on class.oid = stat.relid
      where class.relnamespace = current_schema()::regnamespace
        and stat.n_mod_since_analyze >= greatest(${leastRows}::bigint, class.reltuples::bigint)
    `.execute(transaction);
    for (const { name } of rows) await sql`analyze ${sql.table(name)}`.execute(transaction);
    return rows.map(({ name }) => name);
  });
}
