import { sql } from 'kysely';
import type { Database } from '../../postgres/database.ts';
import { presenceSeconds } from './presence.ts';

/** A worker that was asked to drain, and is still running. */
export interface DrainingWorker {
  id: string;
  /** The name of its machine. */
  host: string;
  processId: number;
  /** How many jobs it is running. */
  jobs: number;
}

/** The first word of a worker's machine is the host's name. */
const host = sql<string>`coalesce(split_part(worker.machine, ' ', 1), '')`;

const alive = sql<boolean>`worker.seen_at > now() - make_interval(secs => ${presenceSeconds})`;

/**
 * Tells the workers of a host to take no more jobs and to exit when they have finished their current ones. They read it
 * within some seconds.
 *
 * @returns their ids, including those that were asked before.
 */
export async function drainWorkers(db: Database, hostName: string): Promise<string[]> {
  const rows = await db
    .updateTable('worker')
    .set({ draining_since: sql<Date>`coalesce(draining_since, now())` })
    .where(host, '=', hostName)
    .where(alive)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the hosts on which workers are alive. */
export async function listWorkerHosts(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('worker').select(host.as('host')).distinct().where(alive).orderBy('host').execute();
  return rows.map((row) => row.host);
}

/** Returns those workers that have not exited yet, and have not died. */
export async function readDraining(db: Database, workerIds: readonly string[]): Promise<DrainingWorker[]> {
  const { rows } = await sql<DrainingWorker>`
    select worker.id, ${host} as host, coalesce(worker.process_id, 0) as "processId", (
      select count(*) from job
      where job.status = 'active' and job.leased_by = worker.id and job.leased_until > now()
    ) as jobs
    from worker where worker.id = any(${[...workerIds]}::text[]) and ${alive}
    order by worker.id
  `.execute(db);
  return rows;
}
