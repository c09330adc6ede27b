import type { EventData } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Expression, SqlBool } from 'kysely';
import { inTransaction } from '../../postgres/database.ts';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';
import { announceJob } from './announce.ts';
import { appendEvents } from '../events.ts';
import { jobNotFound } from '../not-found.ts';
import { presentedColumns, presentJob } from '../present.ts';
import type { PresentedRow, StoredJob } from '../present.ts';
import { settleFeedback } from '../readers-feedback.ts';
import { statusesBefore } from '../states.ts';

/** Notifies the worker of a job that it was archived. */
export const archivedChannel = 'job_archived';

/**
 * Archives a job, for good. This also ends the lease of an active one, so its worker can store no further step.
 * Archiving an archived job changes nothing and returns it.
 *
 * @throws CopydeskError `not_found`.
 */
export async function archiveJob(db: Database, request: ArchiveRequest): Promise<StoredJob> {
  return (await archiveOnce(db, request)).job;
}

export interface ArchiveRequest {
  projectId: string;
  jobId: string;
  by: EventData<'archived'>['by'];
}

/** Does the same, and also returns whether this request has archived it. */
export async function archiveOnce(
  db: Database,
  request: ArchiveRequest,
): Promise<{ job: StoredJob; archivedNow: boolean }> {
  const { projectId, jobId, by } = request;
  return await inTransaction(db, async (transaction) => {
    const row = await archive(transaction, { jobId, by, where: sql`project_id = ${projectId}` });
    if (row !== undefined) return { job: presentJob(row), archivedNow: true };
    const archived = await transaction
      .selectFrom('job')
      .select(presentedColumns)
      .where('id', '=', jobId)
      .where('project_id', '=', projectId)
      .executeTakeFirst();
    if (archived === undefined) throw jobNotFound();
    return { job: presentJob(archived), archivedNow: false };
  });
}

/** Returns the condition for an idle job: it is settled, and has not changed for so many days. */
export function isIdle(days: number): Expression<SqlBool> {
  return sql`status in ('completed', 'failed') and updated_at < now() - make_interval(days => ${days}::integer)`;
}

/** Archives a job if it is still idle: a message may have come since it was found idle. @returns whether it was. */
export async function archiveIfIdle(db: Database, jobId: string, days: number): Promise<boolean> {
  return await inTransaction(db, async (transaction) => {
    return (await archive(transaction, { jobId, by: 'idle', where: isIdle(days) })) !== undefined;
  });
}

/** Archives a settled job whose row is locked. */
export async function archiveSettled(
  transaction: DatabaseTransaction,
  jobId: string,
  by: 'merge' | 'close',
): Promise<void> {
  await archive(transaction, { jobId, by, where: sql`status <> 'active'` });
}

/**
 * Archives all active jobs of a project that is deleted: their workers are notified and can store nothing more. No one
 * else is notified, since the jobs can no longer be seen.
 * @returns how many.
 */
export async function archiveJobsOf(transaction: DatabaseTransaction, projectId: string): Promise<number> {
  const { rows } = await sql`
    with archived as (
      update job set status = 'archived', archived_at = now(), updated_at = now(), epoch = epoch + 1,
        leased_by = null, leased_until = null
      where project_id = ${projectId} and status = 'active'
      returning id
    )
    select pg_notify(${archivedChannel}, id) from archived
  `.execute(transaction);
  return rows.length;
}

/** An active job shows no link; when it is archived in the middle of a turn, it shows its branch's link again. */
const linkOnceActive = sql<string | null>`
  case when status <> 'active' then pr_link else (
    select pull_request_link from job_delivery delivery
    where delivery.job_id = job.id and delivery.branch = job.branch and delivery.finished_at is not null
    order by delivery.number desc limit 1
  ) end
`;

async function archive(
  transaction: DatabaseTransaction,
  change: { jobId: string; by: EventData<'archived'>['by']; where: Expression<SqlBool> },
): Promise<PresentedRow | undefined> {
  const row = await transaction
    .updateTable('job')
    .set((eb) => ({
      status: 'archived',
      pr_link: linkOnceActive,
      archived_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
      epoch: eb('epoch', '+', 1),
      leased_by: null,
      leased_until: null,
    }))
    .where('id', '=', change.jobId)
    .where('status', 'in', [...statusesBefore('archive')])
    .where(change.where)
    .returning(presentedColumns)
    .executeTakeFirst();
  if (row !== undefined) {
    await sql`select pg_notify(${archivedChannel}, ${change.jobId})`.execute(transaction);
    await appendEvents(transaction, change.jobId, [{ type: 'archived', data: { by: change.by } }]);
    await settleFeedback(transaction, change.jobId);
    await announceJob(transaction, change.jobId, 'archived', null);
  }
  return row;
}
