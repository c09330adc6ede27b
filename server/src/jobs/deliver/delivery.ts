import type { TouchedFile } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Database } from '../../postgres/database.ts';
import { followDelivered } from '../hosts/checks.ts';
import { appendEvents } from '../events.ts';
import { updateLeased } from '../claim/lease.ts';
import type { Lease } from '../claim/lease.ts';
import { progressed } from '../claim/release.ts';
import { watchDelivered } from '../hosts/merge-watch.ts';

/** A delivery about to be made: stored before the push, so that a crash in between can be detected. */
export interface DeliveryIntent {
  turn: number;
  branch: string;
  commit: string;
  /** The commit that the branch must point at for the push to be accepted; null when it must not exist. */
  expectedHead: string | null;
  title: string;
  description: string;
  /** Whether its pull request must be a draft. */
  draft: boolean;
}

/** A delivery that has begun, and how far it has got. */
export interface BegunDelivery extends DeliveryIntent {
  /** Counts from 1 within the job. */
  number: number;
  /** Its pull request, once it is known. */
  reached: { number: number; link: string } | undefined;
}

/**
 * Stores the intent to push. The same intent again, after a crash, is the same row. A different one replaces those
 * before, whose outcome no longer matters. The files that it changes are kept for good: the files of the turn are
 * dropped when it ends, but years later readers of a page ask which jobs changed it.
 *
 * @returns the delivery's number within the job.
 * @throws CopydeskError `lease_lost`.
 */
export async function intendDelivery(
  db: Database,
  lease: Lease,
  intent: DeliveryIntent,
  files: readonly TouchedFile[],
): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    await updateLeased(transaction, lease, {});
    const last = await lastDelivery(transaction, lease.jobId);
    if (last?.turn === intent.turn && last.commit === intent.commit && last.branch === intent.branch) {
      return last.number;
    }
    await transaction
      .updateTable('job_delivery')
      .set({ reconciled_at: sql<Date>`now()` })
      .where('job_id', '=', lease.jobId)
      .where('finished_at', 'is', null)
      .where('reconciled_at', 'is', null)
      .execute();
    const number = (last?.number ?? 0) + 1;
    await transaction
      .insertInto('job_delivery')
      .values({
        job_id: lease.jobId,
        number,
        turn: intent.turn,
        branch: intent.branch,
        commit: intent.commit,
        expected_head: intent.expectedHead,
        title: intent.title,
        description: intent.description,
        draft: intent.draft,
      })
      .execute();
    await sql`
      insert into delivered_file (job_id, delivery, path, change, moved_to, pages, linked_from)
      select ${lease.jobId}, ${number}, path, change, moved_to, pages, linked_from
      from jsonb_to_recordset(${JSON.stringify(rowsOf(files))}::jsonb)
        as one (path text, change text, moved_to text, pages text[], linked_from integer)
    `.execute(transaction);
    return number;
  });
}

/** A moved file can be found by either of its paths. */
function rowsOf(files: readonly TouchedFile[]) {
  return files.flatMap(({ file, change, movedTo, pages, linkedFrom }) => [
    { path: file, change, moved_to: movedTo, pages, linked_from: linkedFrom },
    ...(movedTo === null ? [] : [{ path: movedTo }]),
  ]);
}

/** Stores that the branch was pushed. @throws CopydeskError `lease_lost`. */
export async function recordPush(
  db: Database,
  lease: Lease,
  push: { number: number; branch: string; commit: string },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await updateLeased(transaction, lease, { branch_head: push.commit });
    const first = await transaction
      .updateTable('job_delivery')
      .set({ pushed_at: sql<Date>`now()` })
      .where('job_id', '=', lease.jobId)
      .where('number', '=', push.number)
      .where('pushed_at', 'is', null)
      .executeTakeFirst();
    if (first.numUpdatedRows === 0n) return;
    await updateLeased(transaction, lease, progressed);
    await appendEvents(transaction, lease.jobId, [
      { type: 'pushed', data: { branch: push.branch, commit: push.commit } },
    ]);
  });
}

/** Stores the pull request of a delivery. @throws CopydeskError `lease_lost`. */
export async function recordPullRequest(
  db: Database,
  lease: Lease,
  reached: { delivery: number; number: number; link: string; opened: boolean; draft: boolean },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await updateLeased(transaction, lease, {});
    const first = await transaction
      .updateTable('job_delivery')
      .set({
        pull_request_number: reached.number,
        pull_request_link: reached.link,
        finished_at: sql<Date>`now()`,
      })
      .where('job_id', '=', lease.jobId)
      .where('number', '=', reached.delivery)
      .where('finished_at', 'is', null)
      .executeTakeFirst();
    if (first.numUpdatedRows === 0n) return;
    await updateLeased(transaction, lease, progressed);
    await followDelivered(transaction, { jobId: lease.jobId, delivery: reached.delivery });
    await watchDelivered(transaction, { jobId: lease.jobId, delivery: reached.delivery });
    const { number, link, opened, draft } = reached;
    await appendEvents(transaction, lease.jobId, [{ type: 'pull_request', data: { number, link, opened, draft } }]);
  });
}

/** Returns the last delivery of a job that has begun, or undefined. */
export async function lastDelivery(db: Database, jobId: string): Promise<BegunDelivery | undefined> {
  return (await listDeliveries(db, jobId)).at(-1);
}

/** Returns the paths of all files that a job has begun to deliver on a branch. */
export async function deliveredPaths(db: Database, jobId: string, branch: string): Promise<string[]> {
  const rows = await db
    .selectFrom('delivered_file as file')
    .innerJoin('job_delivery as delivery', (join) =>
      join.onRef('delivery.job_id', '=', 'file.job_id').onRef('delivery.number', '=', 'file.delivery'),
    )
    .select('file.path')
    .distinct()
    .where('file.job_id', '=', jobId)
    .where('delivery.branch', '=', branch)
    .execute();
  return rows.map(({ path }) => path);
}

/** Returns the deliveries that a job has begun, oldest first: one row per turn, seldom more. */
export async function listDeliveries(db: Database, jobId: string): Promise<BegunDelivery[]> {
  const rows = await db
    .selectFrom('job_delivery')
    .select(['number', 'turn', 'branch', 'commit', 'expected_head', 'title', 'description', 'draft'])
    .select(['pull_request_number', 'pull_request_link', 'finished_at'])
    .where('job_id', '=', jobId)
    .orderBy('number')
    .execute();
  return rows.map((row) => ({
    number: row.number,
    turn: row.turn,
    branch: row.branch,
    commit: row.commit,
    expectedHead: row.expected_head,
    title: row.title,
    description: row.description,
    draft: row.draft,
    reached:
      row.finished_at === null || row.pull_request_number === null || row.pull_request_link === null
        ? undefined
        : { number: row.pull_request_number, link: row.pull_request_link },
  }));
}
