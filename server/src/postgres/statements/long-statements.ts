import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { DB } from '../schema.ts';

const mark = /^\/\* may take (\d+) s \*\//;

/**
 * Lets each statement of a transaction take this long, on both sides, whatever the server's `statement_timeout` is. For
 * our statements that are known to be long. While one runs, the server is asked whether it is still executing.
 */
export async function allowLong(transaction: Transaction<DB>, seconds: number): Promise<void> {
  const limit = sql.raw(`/* may take ${Math.ceil(seconds)} s */`);
  const milliseconds = String(Math.ceil(seconds * 1000));
  await sql`${limit} select pg_backend_pid() as pid, set_config('statement_timeout', ${milliseconds}, true)`.execute(
    transaction,
  );
}

/** Returns the milliseconds that {@link allowLong} allows by this statement; undefined for any other statement. */
export function longLimit(text: string): number | undefined {
  const seconds = mark.exec(text)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
