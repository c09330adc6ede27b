import { sql } from 'kysely';
import type { Database } from '../postgres/database.ts';
import { presenceSeconds } from './presence.ts';

/** How many jobs there are to do, and for how long the oldest has been due. */
export async function readQueue(
  db: Database,
): Promise<{ active: number; waiting: number; putOff: number; oldestWaitSeconds: number | null }> {
  const { rows } = await sql<{ active: number; waiting: number; putOff: number; oldestWaitSeconds: number | null }>`
    select count(*)::integer as active,
      count(*) filter (where free and not_before <= now())::integer as waiting,
      count(*) filter (where free and not_before > now())::integer as "putOff",
      extract(epoch from now() - min(not_before) filter (where free and not_before <= now()))::float8
        as "oldestWaitSeconds"
    from (
      select not_before, (leased_until is null or leased_until <= now()) as free from job where status = 'active'
    ) as job
  `.execute(db);
  return rows[0] ?? { active: 0, waiting: 0, putOff: 0, oldestWaitSeconds: null };
}

/** A worker that was seen within the last day. */
export interface SeenWorker {
  id: string;
  seenAt: Date;
  isAlive: boolean;
  /** Jobs that it holds. */
  jobs: number;
}

const mostWorkers = 100;

/** The workers, those that were seen last first. */
export async function listWorkers(db: Database): Promise<SeenWorker[]> {
  const { rows } = await sql<SeenWorker>`
    select worker.id, worker.seen_at as "seenAt",
      worker.seen_at > now() - make_interval(secs => ${presenceSeconds}) as "isAlive",
      (select count(*) from job where status = 'active' and leased_by = worker.id and leased_until > now())::integer
        as jobs
    from worker where seen_at > now() - interval '1 day'
    order by worker.seen_at desc limit ${mostWorkers}
  `.execute(db);
  return rows;
}
