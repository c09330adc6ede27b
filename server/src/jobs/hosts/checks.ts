import { JobStatus } from '@copydesk/contract';
import type { EventData, JobChecks } from '@copydesk/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { z } from 'zod';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';
import { plannedOnce } from '../../postgres/statements/planned-once.ts';
import type { Delivered } from '../deliver/delivered.ts';
import { appendEvents } from '../events.ts';

/** The combined state of a commit's checks; `none`: there are no checks yet. */
export type ChecksState = z.infer<typeof ChecksState>;

const ChecksState = z.enum(['none', 'running', 'passed', 'failed']);

/** The last commit of a job's pull request, whose checks at the code host are followed. */
export interface FollowedCommit {
  jobId: string;
  jobStatus: JobStatus;
  commit: string;
  /** The number of the pull request. */
  number: number;
  /** The state at the last request. */
  state: ChecksState;
  since: Date;
  /** The branches of the pull request. */
  branch: string;
  baseRef: string;
  /** The commit at which the branch diverges from its base; null when that is not known. */
  branchBase: string | null;
  /**
   * The head of the branch before Copydesk pushed the commit; null for commits that people have pushed, and for a new
   * branch.
   */
  headBefore: string | null;
}

/**
 * The pauses between two requests grow from 15 seconds to five minutes: 15, 30, 60, 120, 240, 300 … A host that reports
 * each check by itself is queried at most every ten seconds, and less often the longer that goes on: after 40 requests
 * every 20 seconds, after 200 every five minutes. A host that reports endlessly, or another head each time, costs no
 * more.
 */
const pauses = { first: 15, most: 300, reported: 10 };

function reportedPause(asked: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`make_interval(secs => least(${pauses.most}::integer, ${pauses.reported}::integer * 2 ^ least(${asked} / 40, 10)))`;
}

/**
 * Follows the commit that a delivery has brought to a pull request, if that is at a code host. Stops following the
 * job's earlier commits.
 */
export async function followDelivered(
  transaction: DatabaseTransaction,
  { jobId, delivery }: { jobId: string; delivery: number },
): Promise<void> {
  const { rows } = await sql<{ commit: string; number: number }>`${plannedOnce}
    select delivery.commit, delivery.pull_request_number as number
    from job_delivery delivery join job on job.id = delivery.job_id
    join code_host_connection connection on connection.project_id = job.project_id and connection.host <> 'git'
    where delivery.job_id = ${jobId} and delivery.number = ${delivery}
  `.execute(transaction);
  for (const row of rows) await follow(transaction, { jobId, ...row, afterSeconds: pauses.first });
}

/** Nobody pushes so often to one pull request, but a host may report it. */
const mostCommits = 200;

/** Follows another commit of the same pull request, which people have pushed. */
export async function followNewer(
  db: Database,
  { jobId, number }: Pick<FollowedCommit, 'jobId' | 'number'>,
  commit: string,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ commits: number; afterSeconds: number }>`
      select count(*)::integer as commits, greatest(0, coalesce(extract(
        epoch from max(asked_at) + ${reportedPause(sql`coalesce(sum(asked), 0)::integer`)} - now()
      ), 0))::double precision as "afterSeconds"
      from checked_commit where job_id = ${jobId} and number = ${number} and commit <> ${commit}
    `.execute(transaction);
    const { commits = 0, afterSeconds = 0 } = rows[0] ?? {};
    if (commits < mostCommits) await follow(transaction, { jobId, number, commit, afterSeconds });
    else await endOthers(transaction, { jobId, commit, outcome: 'there are too many commits' });
  });
}

/**
 * Follows the commit that people have pushed to one of our branches; a known commit is not followed again because of
 * that.
 */
export async function followPushed(db: Database, { jobId, number }: Delivered, commit: string): Promise<void> {
  const known = await db
    .selectFrom('checked_commit')
    .select('commit')
    .where('job_id', '=', jobId)
    .where('commit', '=', commit)
    .executeTakeFirst();
  if (known === undefined) await followNewer(db, { jobId, number }, commit);
}

async function follow(
  transaction: DatabaseTransaction,
  { jobId, number, commit, afterSeconds }: { jobId: string; number: number; commit: string; afterSeconds: number },
): Promise<void> {
  await endOthers(transaction, { jobId, commit, outcome: newerCommit });
  // A commit that was followed before means that the branch was reset to it.
  await sql`
    insert into checked_commit as known (job_id, commit, number, ask_after)
    values (${jobId}, ${commit}, ${number}, now() + make_interval(secs => ${afterSeconds}))
    on conflict (job_id, commit) do update
      set number = excluded.number, since = now(), ask_after = excluded.ask_after, ended_at = null, outcome = null
      where known.outcome = ${newerCommit}
  `.execute(transaction);
}

const newerCommit = 'a newer commit is followed';

/** Stops following the job's commits, except one. */
async function endOthers(
  transaction: DatabaseTransaction,
  { jobId, commit, outcome }: { jobId: string; commit: string; outcome: string },
): Promise<void> {
  await sql`
    update checked_commit set ended_at = now(), outcome = ${outcome}
    where job_id = ${jobId} and commit <> ${commit} and ended_at is null
  `.execute(transaction);
}

/**
 * Takes the commit of a project whose checks are due, and sets when they are due again; returns undefined when none is.
 */
export async function nextFollowed(db: Database, projectId: string): Promise<FollowedCommit | undefined> {
  const { rows } = await sql<FollowedCommit>`
    with due as (
      select followed.job_id, followed.commit, job.status, job.base_ref, job.branch, job.branch_base
      from checked_commit followed join job on job.id = followed.job_id
      where job.project_id = ${projectId} and followed.ended_at is null and followed.ask_after <= now()
      order by followed.ask_after limit 1
    )
    update checked_commit followed
    set asked = asked + 1, asked_at = now(), ask_after = now() + make_interval(
      secs => least(${pauses.most}::integer, ${pauses.first}::integer * 2 ^ least(asked + 1, 10))
    )
    from due where followed.job_id = due.job_id and followed.commit = due.commit and followed.ended_at is null
    returning followed.job_id as "jobId", followed.commit, followed.number, followed.state, followed.since,
      due.status as "jobStatus", due.base_ref as "baseRef", due.branch_base as "branchBase", coalesce((
        select delivery.branch from job_delivery delivery
        where delivery.job_id = due.job_id and delivery.pull_request_number = followed.number
        order by delivery.number desc limit 1
      ), due.branch) as branch, (
        select delivery.expected_head from job_delivery delivery
        where delivery.job_id = due.job_id and delivery.commit = due.commit
        order by delivery.number desc limit 1
      ) as "headBefore"
  `.execute(db);
  const [row] = rows;
  return row && { ...row, state: ChecksState.parse(row.state), jobStatus: JobStatus.parse(row.jobStatus) };
}

/**
 * Schedules an early request for the checks of a commit, since a code host reports that they have changed. This also
 * restarts following that had ended, because a check may have been started again. The last request already includes
 * what was reported before it, so such a report does not restart following that has ended since: when a host reports
 * much, a report may be handled a minute later.
 *
 * @returns whether a request is scheduled.
 */
export async function askSoon(
  db: Database,
  projectId: string,
  { commit, reportedAt }: { commit: string; reportedAt: string },
): Promise<boolean> {
  const soon = sql`greatest(now(), asked_at + ${reportedPause(sql`asked`)})`;
  const { rows } = await sql`
    update checked_commit followed set ended_at = null, outcome = null,
      ask_after = case when ended_at is null then least(ask_after, ${soon}) else ${soon} end
    from job where job.id = followed.job_id and job.project_id = ${projectId} and job.status <> 'archived'
      and followed.commit = ${commit} and followed.outcome is distinct from ${newerCommit}
      and (followed.ended_at is null or followed.asked_at is null or followed.asked_at < ${reportedAt}::timestamptz)
    returning followed.commit
  `.execute(db);
  return rows.length > 0;
}

/** What a code host has reported about a commit, in the form that is shown. */
export type FoundChecks = Omit<JobChecks, 'commit' | 'state'>;

/**
 * In a list, a hundred jobs with thirty checks each were 1.5 MB and took 16 ms; with these limits they are 60 to 110 KB
 * and take 3 to 5 ms.
 */
const inList = { checks: 3, previews: 3 };

function limitChecks(found: FoundChecks): FoundChecks {
  const failed = found.checks.filter(({ state }) => state === 'failed').slice(0, inList.checks);
  const checks = failed.map(({ name, state, link }) => ({ name, state, link, summary: null }));
  return { ...found, checks, previews: found.previews.slice(0, inList.previews) };
}

/**
 * Stores the current checks of a commit, and adds an entry to the transcript when their combined state has changed.
 *
 * @returns false when another call has meanwhile stored another result, stopped following the commit, or archived the
 *   job: that result counts.
 */
export async function recordChecks(
  db: Database,
  followed: FollowedCommit,
  { state, found, event }: { state: ChecksState; found: FoundChecks; event: EventData<'checks'> },
): Promise<boolean> {
  const { jobId, commit } = followed;
  return await db.transaction().execute(async (transaction) => {
    if (await isArchived(transaction, jobId)) return false;
    const stored = await transaction
      .updateTable('checked_commit')
      .set({ found: JSON.stringify(found), listed: JSON.stringify(limitChecks(found)), state })
      .where('job_id', '=', jobId)
      .where('commit', '=', commit)
      .where('state', '=', followed.state)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    if (stored.numUpdatedRows === 0n) return false;
    if (state !== followed.state && state !== 'none') {
      await appendEvents(transaction, jobId, [{ type: 'checks', data: event }]);
    }
    return true;
  });
}

/**
 * Whether the job is archived; then the transcript gets no further entry. Its row is locked before that of the commit,
 * in the same order as when a turn begins or the job is archived: so those come before or after.
 */
async function isArchived(transaction: DatabaseTransaction, jobId: string): Promise<boolean> {
  const job = await transaction
    .selectFrom('job')
    .select('status')
    .where('id', '=', jobId)
    .forUpdate()
    .executeTakeFirst();
  return job?.status === 'archived';
}

/**
 * Stops following a commit. With `noted`, the transcript gives the reason, once: the commit may be followed again and
 * end the same way.
 *
 * @returns whether this call has ended it: another may have done so before.
 */
export async function endFollowing(
  transaction: DatabaseTransaction,
  { jobId, commit }: Pick<FollowedCommit, 'jobId' | 'commit'>,
  outcome: string,
  noted?: string,
): Promise<boolean> {
  const mayNote = noted !== undefined && !(await isArchived(transaction, jobId));
  const ended = await transaction
    .updateTable('checked_commit')
    .set({ ended_at: sql<Date>`now()`, outcome })
    .where('job_id', '=', jobId)
    .where('commit', '=', commit)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (ended.numUpdatedRows === 0n) return false;
  if (mayNote && !(await isNoted(transaction, { jobId, commit }, noted))) {
    await appendEvents(transaction, jobId, [{ type: 'noted', data: { detail: noted } }]);
  }
  return true;
}

/** Whether the same was noted since the commit has been followed. */
async function isNoted(
  transaction: DatabaseTransaction,
  { jobId, commit }: Pick<FollowedCommit, 'jobId' | 'commit'>,
  noted: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from job_event join checked_commit followed using (job_id)
    where job_id = ${jobId} and followed.commit = ${commit} and job_event.at >= followed.since
      and job_event.type = 'noted' and job_event.data ->> 'detail' = ${noted}
    limit 1
  `.execute(transaction);
  return rows.length > 0;
}
