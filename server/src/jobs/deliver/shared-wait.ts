import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';
import { wakeWorkers } from '../request/create.ts';
import { appendEvents } from '../events.ts';
import { updateLeased } from '../claim/lease.ts';
import type { Lease } from '../claim/lease.ts';
import { deliveredState, newestDelivery } from '../present.ts';
import { progressed } from '../claim/release.ts';
import { findShared } from './shared-files.ts';
import type { FilesOfJob } from './shared-files.ts';

/** The longest time that a finished change waits for those of other jobs: over a weekend. */
export const longestWaitHours = 72;

/** The change of a turn that is ready to be delivered. */
export interface ReadyChange extends FilesOfJob {
  turn: number;
  /** False when the project's setting says that jobs do not wait, or no longer. */
  mayWait: boolean;
}

/** The wait of a turn for other jobs, as its row stores it. */
export interface SharedWait {
  /** Null for a turn that never waited. */
  since: Date | null;
  until: Date | null;
  /** Whether it has waited as long as it may. */
  isOver: boolean;
  detail: string;
  /** Files in which it and the base branch changed the same lines, when the base branch had moved meanwhile. */
  conflicts: string[];
  passedAt: Date | null;
}

/** Returns the wait of a turn; undefined before its change is ready, and when jobs do not wait. */
export async function readSharedWait(db: Database, jobId: string, turn: number): Promise<SharedWait | undefined> {
  return await db
    .selectFrom('shared_wait')
    .select(['since', 'until', 'detail', 'conflicts', 'passed_at as passedAt'])
    .select(sql<boolean>`coalesce(until <= now(), false)`.as('isOver'))
    .where('job_id', '=', jobId)
    .where('turn', '=', turn)
    .executeTakeFirst();
}

/**
 * Lets a finished change go on to its delivery, or makes it wait and releases its lease. It waits for other jobs' open
 * pull requests that change the same files, for changes that went on before and have no pull request yet, and for older
 * jobs that have changed the same files in their turn. No two jobs wait for each other: an open pull request waits for
 * nothing, and of two jobs without one, only the younger waits.
 *
 * The changes of one project are decided one after another, so that of two that are ready at the same moment, one
 * waits. A turn that went on once goes on again after a crash.
 *
 * @throws CopydeskError `lease_lost`.
 */
export async function passOrWait(db: Database, lease: Lease, change: ReadyChange): Promise<'passed' | 'waits'> {
  return await db.transaction().execute(async (transaction) => {
    await updateLeased(transaction, lease, {});
    await sql`select pg_advisory_xact_lock(hashtext('shared files'), hashtext(${change.projectId}))`.execute(
      transaction,
    );
    await forgetEarlierTurn(transaction, change);
    const before = await readSharedWait(transaction, change.jobId, change.turn);
    if (before?.passedAt != null) return 'passed';
    const ahead = change.mayWait && !before?.isOver ? await findAhead(transaction, change) : [];
    if (ahead.length === 0) {
      await pass(transaction, change, before);
      return 'passed';
    }
    await wait(transaction, lease, { change, before, ahead });
    return 'waits';
  });
}

/** A job has one row: the row of an earlier turn does not apply to this one. */
async function forgetEarlierTurn(transaction: DatabaseTransaction, { jobId, turn }: ReadyChange): Promise<void> {
  await transaction.deleteFrom('shared_wait').where('job_id', '=', jobId).where('turn', '<>', turn).execute();
}

/** Another job that comes first, with the number of its pull request if it has one. */
interface Ahead {
  job: string;
  number: number | null;
  files: string[];
  filesInAll: number;
}

const mostFiles = 20;

async function findAhead(transaction: DatabaseTransaction, change: ReadyChange): Promise<Ahead[]> {
  const { projectId, jobId, baseRef, files } = change;
  const open = await findShared(transaction, change);
  const { rows: atWork } = await sql<Ahead & { number: null }>`
    select other.id as job, null as number, (array_agg(file.path order by file.path))[:${mostFiles}] as files,
      count(*)::integer as "filesInAll"
    from job other join job_file file on file.job_id = other.id and file.path = any(${[...files]}::text[])
    left join shared_wait ready on ready.job_id = other.id and ready.turn = other.turn
    where other.project_id = ${projectId} and other.status = 'active' and other.id <> ${jobId}
      and other.base_ref = ${baseRef} and other.base_commit is not null
      -- One that merges has a pull request, and files that are not its own.
      and other.merge_head is null
      and (other.id < ${jobId} or ready.passed_at is not null)
    group by other.id order by other.id
  `.execute(transaction);
  const openJobs = new Set(open.map(({ job }) => job));
  return [
    ...open.map(({ job, pullRequest: { number }, files: same, filesInAll }) => {
      return { job, number, files: same, filesInAll };
    }),
    ...atWork.filter(({ job }) => !openJobs.has(job)),
  ];
}

async function pass(
  transaction: DatabaseTransaction,
  { jobId, turn }: ReadyChange,
  before: SharedWait | undefined,
): Promise<void> {
  await sql`
    insert into shared_wait (job_id, turn, passed_at) values (${jobId}, ${turn}, now())
    on conflict (job_id) do update set passed_at = excluded.passed_at
  `.execute(transaction);
  if (before?.since == null) return;
  const detail = before.isOver
    ? `The change has waited ${longestWaitHours} hours for other jobs, and continues without them.`
    : 'The change no longer waits for other jobs, and continues.';
  await appendEvents(transaction, jobId, [{ type: 'noted', data: { detail } }]);
}

async function wait(
  transaction: DatabaseTransaction,
  lease: Lease,
  { change, before, ahead }: { change: ReadyChange; before: SharedWait | undefined; ahead: readonly Ahead[] },
): Promise<void> {
  const { jobId, turn } = change;
  const detail = describeWait(ahead);
  const until = sql<Date>`coalesce(${before?.until ?? null}::timestamptz, now() + make_interval(hours => ${longestWaitHours}))`;
  await sql`
    insert into shared_wait (job_id, turn, since, until, waits_for, detail)
    values (${jobId}, ${turn}, now(), ${until}, ${ahead.map(({ job }) => job)}::text[], ${detail})
    on conflict (job_id) do update set waits_for = excluded.waits_for, detail = excluded.detail
  `.execute(transaction);
  // The claim has counted this run as a crash, which it would be if it ended without a release.
  await updateLeased(transaction, lease, {
    ...progressed,
    epoch: sql<number>`epoch + 1`,
    leased_by: null,
    leased_until: null,
    not_before: until,
  });
  if (before?.detail !== detail) await appendEvents(transaction, jobId, [{ type: 'noted', data: { detail } }]);
}

const [mostShown, mostFilesShown] = [3, 3];

/** Branches and paths are names that git accepts, not text of a job. */
function describeWait(ahead: readonly Ahead[]): string {
  const listed = ahead.slice(0, mostShown).map(({ job, number, files, filesInAll }) => {
    const shown = files.slice(0, mostFilesShown).join(', ');
    const more = filesInAll > mostFilesShown ? ` and ${filesInAll - mostFilesShown} more` : '';
    const who = number === null ? `job ${job}` : `pull request #${number} of job ${job}`;
    return `${who} (${shown}${more})`;
  });
  const more = ahead.length > mostShown ? `; and ${ahead.length - mostShown} more` : '';
  return (
    `The change is ready, and waits for others that change the same files: ${listed.join('; ')}${more}. It continues when they are ` +
    `merged or closed, or have ended without a pull request, after ${longestWaitHours} hours at the latest.`
  );
}

/**
 * Stores the files in which a change that had waited and the base branch have changed the same lines.
 * @throws CopydeskError `lease_lost`.
 */
export async function recordWaitConflicts(
  db: Database,
  lease: Lease,
  { turn, files, baseRef }: { turn: number; files: readonly string[]; baseRef: string },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await updateLeased(transaction, lease, {});
    const first = await transaction
      .updateTable('shared_wait')
      .set({ conflicts: [...files] })
      .where('job_id', '=', lease.jobId)
      .where('turn', '=', turn)
      .where('conflicts', '!=', sql<string[]>`${[...files]}::text[]`)
      .executeTakeFirst();
    if (first.numUpdatedRows === 0n) return;
    const shown = files.slice(0, mostFiles).join(', ');
    const detail = `While the change waited, ${baseRef} changed the same lines: ${shown}. The change stays based on its old commit.`;
    await appendEvents(transaction, lease.jobId, [{ type: 'noted', data: { detail } }]);
  });
}

/**
 * Wakes jobs that no longer have to wait: what they waited for was merged, closed or archived, or has ended without a
 * pull request; or their project no longer lets jobs wait. Each then checks for itself. The index contains only waiting
 * jobs.
 *
 * @returns how many.
 */
export async function wakeShared(db: Database): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    const { rows } = await sql`
      with free as (
        select job.id from shared_wait wait
        join job on job.id = wait.job_id and job.turn = wait.turn
        join project on project.id = job.project_id
        where wait.passed_at is null and job.status = 'active' and job.not_before > now() and job.leased_by is null
          and (project.shared_files = 'tell' or not exists (
            select from unnest(wait.waits_for) as named (id) cross join lateral (
              select * from job where id = named.id and status <> 'archived'
            ) as job
            where job.status = 'active' or 'open' = (select ${deliveredState} from ${newestDelivery})
          ))
        for update of job skip locked
      )
      update job set not_before = now() from free where job.id = free.id returning job.id
    `.execute(transaction);
    // The rows of jobs that have ended while they waited.
    await sql`
      delete from shared_wait using job
      where shared_wait.passed_at is null and job.id = shared_wait.job_id
        and (job.status <> 'active' or job.turn <> shared_wait.turn)
    `.execute(transaction);
    if (rows.length > 0) await wakeWorkers(transaction);
    return rows.length;
  });
}
