import type { JobStatus } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Database } from '../../postgres/database.ts';
import { isOfTestMode } from '../../postgres/test-organisation.ts';
import { presenceSeconds } from './presence.ts';

/** Jobs of the test mode are never counted. */
const isLive = sql<boolean>`not ${isOfTestMode('organisation_id')}`;

/** Returns how many jobs wait, and for how long the oldest has been due. */
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
      select not_before, (leased_until is null or leased_until <= now()) as free from job where status = 'active' and ${isLive}
    ) as job
  `.execute(db);
  return rows[0] ?? { active: 0, waiting: 0, putOff: 0, oldestWaitSeconds: null };
}

/** Returns how many jobs have each status. */
export async function countByStatus(db: Database): Promise<Record<JobStatus, number>> {
  const rows = await db
    .selectFrom('job')
    .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
    .where(isLive)
    .groupBy('status')
    .execute();
  const of = (status: JobStatus): number => rows.find((row) => row.status === status)?.count ?? 0;
  return { active: of('active'), completed: of('completed'), failed: of('failed'), archived: of('archived') };
}

/** The state of an active job: a worker runs it, it waits for a place, or it was put off until later. */
export type ActiveState = 'running' | 'waiting' | 'put_off';

/** Returns how many active jobs are in each state, and how long the oldest has been in it. Ended jobs are not read. */
export async function readActive(db: Database): Promise<Record<ActiveState, { count: number; oldestSeconds: number }>> {
  const { rows } = await sql<{ state: ActiveState; count: number; oldestSeconds: number }>`
    select state, count(*)::integer as count,
      greatest(0, max(extract(epoch from now() - case state
        when 'running' then coalesce(turn_started_at, not_before)
        when 'waiting' then not_before
        else coalesce(waiting_since, now())
      end)))::float8 as "oldestSeconds"
    from (
      select turn_started_at, not_before, waiting_since,
        case when leased_until > now() then 'running' when not_before <= now() then 'waiting' else 'put_off' end as state
      from job where status = 'active' and ${isLive}
    ) as job
    group by state
  `.execute(db);
  const none = { count: 0, oldestSeconds: 0 };
  const of = (state: ActiveState) => rows.find((row) => row.state === state) ?? none;
  return { running: of('running'), waiting: of('waiting'), put_off: of('put_off') };
}

/** Returns how many workers were seen recently. */
export async function countAlive(db: Database): Promise<number> {
  const { rows } = await sql<{ alive: number }>`
    select count(*)::integer as alive from worker where seen_at > now() - make_interval(secs => ${presenceSeconds})
  `.execute(db);
  return rows[0]?.alive ?? 0;
}

/** A worker that was seen within the last day. */
export interface SeenWorker {
  id: string;
  seenAt: Date;
  isAlive: boolean;
  /** How many jobs it has leased. */
  jobs: number;
}

const mostWorkers = 100;

/** Returns the workers, last seen first. */
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
