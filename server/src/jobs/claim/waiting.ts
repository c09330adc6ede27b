import type { JobWaiting } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Database } from '../../postgres/database.ts';
import { runningByProject } from './claim.ts';
import { presenceSeconds } from './presence.ts';
import { WaitingReason } from './release.ts';

/** How many jobs run at once, in all workers together. */
export interface ConcurrencyLimits {
  /** For one project, when it sets no limit itself. */
  project: number;
  /** For all projects; undefined for no limit. */
  total: number | undefined;
}

/**
 * Returns why active jobs are not worked on, with one statement for any number of jobs.
 *
 * @returns by the job's id; nothing for a job that is settled or running.
 */
export async function readWaiting(
  db: Database,
  jobIds: readonly string[],
  limits: ConcurrencyLimits,
): Promise<Map<string, JobWaiting>> {
  if (jobIds.length === 0) return new Map();
  const { rows } = await waitingQuery(jobIds, limits).execute(db);
  return new Map(rows.map((row) => [row.id, describe(row, limits)]));
}

interface WaitingRow {
  id: string;
  not_before: Date;
  is_put_off: boolean;
  waiting: unknown;
  /** Why its change waits for other jobs, and for which; null when it does not. */
  shared: string | null;
  shared_with: string[] | null;
  project_limit: number;
  /** Jobs of the project that are due, and come first. */
  ahead: number;
  /** Running jobs: of the project, and in all. */
  running: number;
  total: number;
  workers: number;
  /** Workers on a machine that has the repository, as far as they know. */
  near: number;
  /** The name of the machine where the repository was last found; null for one on a git server. */
  machine: string | null;
}

/**
 * Running jobs and the queue each come from an index of active jobs only: ended jobs cost nothing, however many there
 * are.
 */
export function waitingQuery(jobIds: readonly string[], limits: ConcurrencyLimits) {
  return sql<WaitingRow>`
    with asked as (
      select job.id, job.project_id, job.not_before, job.waiting,
        coalesce(project.concurrency, ${limits.project}::integer) as project_limit, machine.name as machine,
        shared.detail as shared, shared.waits_for as shared_with
      from job join project on project.id = job.project_id
      left join machine on machine.id = project.repository_machine
      left join shared_wait shared on shared.job_id = job.id and shared.turn = job.turn and shared.passed_at is null
      where job.id = any(${jobIds}::text[]) and job.status = 'active'
        and (job.leased_until is null or job.leased_until <= now())
    ), queue as (
      select job.id, row_number() over (partition by job.project_id order by job.not_before, job.id) - 1 as ahead
      from job
      where job.status = 'active' and job.not_before <= now()
        and (job.leased_until is null or job.leased_until <= now())
        and job.project_id in (select asked.project_id from asked where asked.not_before <= now())
    ), running as (
      ${runningByProject}
    ), alive as (
      select elsewhere from worker
      where seen_at > now() - make_interval(secs => ${presenceSeconds}) and draining_since is null
    )
    select asked.id, asked.not_before, asked.not_before > now() as is_put_off, asked.waiting,
      asked.shared, asked.shared_with, asked.project_limit,
      coalesce(queue.ahead, 0) as ahead, coalesce(running.jobs, 0) as running,
      (select coalesce(sum(jobs), 0) from running)::bigint as total,
      (select count(*) from alive) as workers, asked.machine,
      (select count(*) from alive where asked.project_id <> all(alive.elsewhere)) as near
    from asked
    left join queue on queue.id = asked.id
    left join running on running.project_id = asked.project_id
  `;
}

function describe(row: WaitingRow, limits: ConcurrencyLimits): JobWaiting {
  const { ahead } = row;
  if (row.is_put_off) {
    const until = row.not_before.toISOString();
    // A job that was put off again since its wait ended has its own reason.
    if (row.shared === null || row.waiting !== null) return { reason: 'put_off', ahead: 0, until, detail: putOff(row) };
    return { reason: 'shared_files', ahead: 0, until, detail: row.shared, jobs: row.shared_with ?? [] };
  }
  const waits = (reason: JobWaiting['reason'], why: string): JobWaiting => {
    return { reason, ahead, until: null, detail: `${why} ${comesFirst(ahead)}` };
  };
  if (row.workers === 0) return waits('no_worker', 'No worker is running.');
  if (row.near === 0) return waits('other_machine', noneNear(row));
  if (row.running >= row.project_limit) {
    return waits('project_limit', `${atWork(row.running)}, which is the maximum.`);
  }
  if (limits.total !== undefined && row.total >= limits.total) {
    return waits('limit', 'All projects together have the maximum number of jobs in progress.');
  }
  return waits('queued', 'A worker takes the job as soon as one is free.');
}

function putOff({ waiting }: WaitingRow): string {
  return (
    WaitingReason.safeParse(waiting).data?.detail ?? 'The job was released, and a worker takes it again in a moment.'
  );
}

function noneNear({ machine }: WaitingRow): string {
  const place = machine === null ? 'a disk' : `the disk of ${machine}`;
  return `The repository is on ${place}, and no worker is running there: start one on that machine.`;
}

function atWork(running: number): string {
  return running === 1 ? '1 job of this project is in progress' : `${running} jobs of this project are in progress`;
}

function comesFirst(ahead: number): string {
  if (ahead === 0) return 'This one is next in its project.';
  return ahead === 1 ? '1 job of this project comes first.' : `${ahead} jobs of this project come first.`;
}
