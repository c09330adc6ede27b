import { JobStatus } from '@copydesk/contract';
import type { EventData, JobChecks } from '@copydesk/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { z } from 'zod';
import type { Database, DatabaseTransaction } from '../postgres/database.ts';
import type { Delivered } from './delivered.ts';
import { appendEvents } from './events.ts';

/** What the checks of a commit are together; `none`: there is none yet. */
export type ChecksState = z.infer<typeof ChecksState>;

const ChecksState = z.enum(['none', 'running', 'passed', 'failed']);

/** The last commit of a job's pull request, whose checks at the code host are followed. */
export interface FollowedCommit {
  jobId: string;
  jobStatus: JobStatus;
  commit: string;
  /** The pull request's. */
  number: number;
  /** What they were when they were last asked for. */
  state: ChecksState;
  since: Date;
  /** The branches of the pull request. */
  branch: string;
  baseRef: string;
  /** Where the branch parts from its base; null where that is not known. */
  branchBase: string | null;
  /** What the branch ended with before Copydesk pushed the commit; null for what people have pushed, and for a new branch. */
  headBefore: string | null;
}

/**
 * The pauses between two questions grow from 15 seconds to five minutes: 15, 30, 60, 120, 240, 300 … A host that tells of
 * each check by itself is asked every ten seconds at the most, and less often the longer that goes on: after 40 times every
 * 20 seconds, after 200 times every five minutes. One that tells for ever, or of another head each time, costs no more.
 */
const pauses = { first: 15, most: 300, told: 10 };

function toldPause(asked: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`make_interval(secs => least(${pauses.most}::integer, ${pauses.told}::integer * 2 ^ least(${asked} / 40, 10)))`;
}

/**
 * Follows the commit that a delivery has brought to a pull request, where that is at a code host; what was followed of the
 * job before is followed no more.
 */
export async function followDelivered(
  transaction: DatabaseTransaction,
  { jobId, delivery }: { jobId: string; delivery: number },
): Promise<void> {
  const { rows } = await sql<{ commit: string; number: number }>`
    select delivery.commit, delivery.pull_request_number as number
    from job_delivery delivery join job on job.id = delivery.job_id
    join code_host_connection connection on connection.project_id = job.project_id and connection.host <> 'git'
    where delivery.job_id = ${jobId} and delivery.number = ${delivery}
  `.execute(transaction);
  for (const row of rows) await follow(transaction, { jobId, ...row, afterSeconds: pauses.first });
}

/** Nobody pushes as often to one pull request; a host may say so. */
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
        epoch from max(asked_at) + ${toldPause(sql`coalesce(sum(asked), 0)::integer`)} - now()
      ), 0))::double precision as "afterSeconds"
      from checked_commit where job_id = ${jobId} and number = ${number} and commit <> ${commit}
    `.execute(transaction);
    const { commits = 0, afterSeconds = 0 } = rows[0] ?? {};
    if (commits < mostCommits) await follow(transaction, { jobId, number, commit, afterSeconds });
    else await endOthers(transaction, { jobId, commit, outcome: 'there are too many commits' });
  });
}

/** Follows the commit that a branch of ours was pushed to by people; what is known is not followed again by that. */
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
  // Of one that was followed before, the branch was set back to it.
  await sql`
    insert into checked_commit as known (job_id, commit, number, ask_after)
    values (${jobId}, ${commit}, ${number}, now() + make_interval(secs => ${afterSeconds}))
    on conflict (job_id, commit) do update
      set number = excluded.number, since = now(), ask_after = excluded.ask_after, ended_at = null, outcome = null
      where known.outcome = ${newerCommit}
  `.execute(transaction);
}

const newerCommit = 'a newer commit is followed';

/** Follows the job's commits no further but for one. */
async function endOthers(
  transaction: DatabaseTransaction,
  { jobId, commit, outcome }: { jobId: string; commit: string; outcome: string },
): Promise<void> {
  await sql`
    update checked_commit set ended_at = now(), outcome = ${outcome}
    where job_id = ${jobId} and commit <> ${commit} and ended_at is null
  `.execute(transaction);
}

/** Takes the commit of a project whose checks are due, and puts off when they are due again; undefined when none is. */
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
 * Asks for the checks of a commit soon, since a code host says that they have changed, also where they were followed to
 * their end: one may have been started again. What was told before the last question is known by its answer, and does not begin
 * again what has ended since: where much is told, it may be acted on a minute later.
 *
 * @returns whether it is asked for.
 */
export async function askSoon(
  db: Database,
  projectId: string,
  { commit, toldAt }: { commit: string; toldAt: string },
): Promise<boolean> {
  const soon = sql`greatest(now(), asked_at + ${toldPause(sql`asked`)})`;
  const { rows } = await sql`
    update checked_commit followed set ended_at = null, outcome = null,
      ask_after = case when ended_at is null then least(ask_after, ${soon}) else ${soon} end
    from job where job.id = followed.job_id and job.project_id = ${projectId} and job.status <> 'archived'
      and followed.commit = ${commit} and followed.outcome is distinct from ${newerCommit}
      and (followed.ended_at is null or followed.asked_at is null or followed.asked_at < ${toldAt}::timestamptz)
    returning followed.commit
  `.execute(db);
  return rows.length > 0;
}

/** What a code host has said of a commit, as it is shown. */
export type FoundChecks = Omit<JobChecks, 'commit' | 'state'>;

/** A hundred jobs with thirty checks each were 1.5 MB in a list, and took 16 ms; so they are 60 to 110 KB, and 3 to 5 ms. */
const inList = { checks: 3, previews: 3 };

function listed(found: FoundChecks): FoundChecks {
  const failed = found.checks.filter(({ state }) => state === 'failed').slice(0, inList.checks);
  const checks = failed.map(({ name, state, link }) => ({ name, state, link, summary: null }));
  return { ...found, checks, previews: found.previews.slice(0, inList.previews) };
}

/**
 * Stores what the checks of a commit are now, and tells it in the transcript where they have become something else together.
 *
 * @returns false where another has found something else meanwhile, has ended the following, or has archived the job: that
 *   counts.
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
      .set({ found: JSON.stringify(found), listed: JSON.stringify(listed(found)), state })
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
 * Whether the job is archived, which is the last entry of its transcript. Its row is locked before that of the commit, as by
 * whoever begins a turn or archives it: they come before or after.
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
 * Follows a commit no further; with `noted`, the transcript tells why, once: it may be followed again and end the same way.
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

/** Whether the same was noted since the commit is followed. */
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
