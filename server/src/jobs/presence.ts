import { sql } from 'kysely';
import type { Database } from '../postgres/database.ts';

/** A worker that was not seen for this long counts as gone. */
export const presenceSeconds = 15;

/** Says that a worker is alive. */
export async function showPresence(db: Database, workerId: string): Promise<void> {
  await db
    .insertInto('worker')
    .values({ id: workerId })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: sql<Date>`now()` }))
    .execute();
}

/** Says that a worker is going, and forgets those that went without a word. */
export async function endPresence(db: Database, workerId: string): Promise<void> {
  await db
    .deleteFrom('worker')
    .where((or) => or.or([or('id', '=', workerId), or('seen_at', '<', sql<Date>`now() - interval '1 day'`)]))
    .execute();
}

/** How many workers are alive. */
export async function countWorkers(db: Database): Promise<number> {
  const row = await db
    .selectFrom('worker')
    .select((eb) => eb.fn.countAll<number>().as('alive'))
    .where('seen_at', '>', sql<Date>`now() - make_interval(secs => ${presenceSeconds})`)
    .executeTakeFirstOrThrow();
  return row.alive;
}
