import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';
import { appendEvents } from '../events.ts';
import { settleFeedback } from '../readers-feedback.ts';

/** A delivery that had begun, and whose outcome was not stored when its job ended. */
export interface UnknownDelivery {
  jobId: string;
  number: number;
  projectId: string;
  epoch: number;
  branch: string;
  /** Whether the push was stored: no pull request is requested before that. */
  pushed: boolean;
}

/** Which deliveries are searched for. */
export interface UnknownSearch {
  /** How long a job must not have changed: its worker's last request to a host may arrive that much later. */
  quietSeconds: number;
  most: number;
  mostOfProject: number;
}

/**
 * Returns deliveries of unknown outcome of jobs without a worker: archived or failed between the push and its
 * record. The order is random, so that those at an unreachable host are not always the first.
 */
export async function listUnknownDeliveries(db: Database, search: UnknownSearch): Promise<UnknownDelivery[]> {
  const { rows } = await sql<UnknownDelivery>`
    select "jobId", number, "projectId", epoch, branch, pushed from (
      select delivery.job_id as "jobId", delivery.number, delivery.branch, delivery.pushed_at is not null as pushed,
        job.project_id as "projectId", job.epoch,
        row_number() over (partition by job.project_id order by random()) as place
      from job_delivery delivery join job on job.id = delivery.job_id
        join project on project.id = job.project_id and project.deleted_at is null
      where delivery.finished_at is null and delivery.reconciled_at is null
        and job.status <> 'active' and job.updated_at < now() - make_interval(secs => ${search.quietSeconds})
    ) as unknown
    where place <= ${search.mostOfProject}
    order by random()
    limit ${search.most}
  `.execute(db);
  return rows;
}

/**
 * Stores what the code host reports about a delivery. An archived job gets the link of its branch's pull request; an
 * active one never does, because its next turn finds out by itself.
 *
 * @returns whether this call has stored it: another may have done so before, or the job become active.
 */
export async function recordOutcome(
  db: Database,
  delivery: UnknownDelivery,
  found: { number: number; link: string } | undefined,
): Promise<boolean> {
  // What is found for a delivery that was not pushed belongs to an earlier one.
  const reached = delivery.pushed ? found : undefined;
  return await db.transaction().execute(async (transaction) => {
    if (!(await endUnknown(transaction, delivery, reached))) return false;
    if (found !== undefined) await linkArchived(transaction, delivery.jobId, found.link);
    if (reached === undefined) return true;
    await settleFeedback(transaction, delivery.jobId);
    const { number, link } = reached;
    await appendEvents(transaction, delivery.jobId, [{ type: 'pull_request', data: { number, link, opened: false } }]);
    return true;
  });
}

/** Locks the job's row, so that no message makes it active meanwhile. */
async function endUnknown(
  transaction: DatabaseTransaction,
  delivery: UnknownDelivery,
  reached: { number: number; link: string } | undefined,
): Promise<boolean> {
  const job = await transaction
    .selectFrom('job')
    .select('id')
    .where('id', '=', delivery.jobId)
    .where('status', '<>', 'active')
    .forUpdate()
    .executeTakeFirst();
  if (job === undefined) return false;
  const now = sql<Date>`now()`;
  const ended = await transaction
    .updateTable('job_delivery')
    .set({
      reconciled_at: now,
      finished_at: reached && now,
      pull_request_number: reached?.number,
      pull_request_link: reached?.link,
    })
    .where('job_id', '=', delivery.jobId)
    .where('number', '=', delivery.number)
    .where('finished_at', 'is', null)
    .where('reconciled_at', 'is', null)
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

async function linkArchived(transaction: DatabaseTransaction, jobId: string, link: string): Promise<void> {
  await transaction
    .updateTable('job')
    .set({ pr_link: link })
    .where('id', '=', jobId)
    .where('status', '=', 'archived')
    .where('pr_link', 'is', null)
    .execute();
}
