import { sql } from 'kysely';
import type { Database } from '../../postgres/database.ts';

/** A worker that was not seen for this long counts as dead. */
export const presenceSeconds = 15;

/** The process that a worker runs in, as others on its machine can recognise it. */
export interface WorkerProcess {
  /** Equal for processes that see each other's ids. */
  machine: string;
  id: number;
  /** Distinguishes two processes that had the same id. */
  started: string;
}

/**
 * Stores that a worker is alive, and in which process.
 * @param elsewhere ids of the projects whose repositories are not on its machine, as far as it knows.
 * @returns whether it was asked to drain.
 */
export async function showPresence(
  db: Database,
  workerId: string,
  process?: WorkerProcess,
  elsewhere: readonly string[] = [],
): Promise<{ drains: boolean }> {
  const { machine = null, id: processId = null, started = null } = process ?? {};
  const projects = [...elsewhere];
  const { draining_since: since } = await db
    .insertInto('worker')
    .values({ id: workerId, machine, process_id: processId, process_started: started, elsewhere: projects })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: sql<Date>`now()`, elsewhere: projects }))
    .returning('draining_since')
    .executeTakeFirstOrThrow();
  return { drains: since !== null };
}

/** Returns the workers of a machine and their processes, including dead ones that did not sign off. */
export async function listProcesses(
  db: Database,
  machine: string,
): Promise<{ workerId: string; id: number; started: string }[]> {
  const rows = await db
    .selectFrom('worker')
    .select(['id', 'process_id', 'process_started'])
    .where('machine', '=', machine)
    .execute();
  return rows.map((row) => ({ workerId: row.id, id: row.process_id ?? 0, started: row.process_started ?? '' }));
}

/** Deletes dead workers from the list. */
export async function forgetWorkers(db: Database, workerIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom('worker')
    .where('id', 'in', [...workerIds])
    .execute();
}

/** Signs a worker off, and deletes those that died without signing off. */
export async function endPresence(db: Database, workerId: string): Promise<void> {
  await db
    .deleteFrom('worker')
    .where((or) => or.or([or('id', '=', workerId), or('seen_at', '<', sql<Date>`now() - interval '1 day'`)]))
    .execute();
}

/** Returns how many workers are alive and take jobs. */
export async function countWorkers(db: Database): Promise<number> {
  const row = await db
    .selectFrom('worker')
    .select((eb) => eb.fn.countAll<number>().as('alive'))
    .where('draining_since', 'is', null)
    .where('seen_at', '>', sql<Date>`now() - make_interval(secs => ${presenceSeconds})`)
    .executeTakeFirstOrThrow();
  return row.alive;
}
