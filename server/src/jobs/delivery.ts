import type { Database } from '../postgres/database.ts';
import { appendEvents } from './events.ts';
import { updateLeased } from './lease.ts';
import type { Lease } from './lease.ts';

/** A delivery about to be made: stored before the push, so that a crash in between is known. */
export interface DeliveryIntent {
  turn: number;
  branch: string;
  commit: string;
  /** What the branch must point at for the push to be accepted; null when it must not exist. */
  expectedHead: string | null;
  title: string;
  description: string;
}

/** The last delivery of a job that reached its pull request. */
export interface LastDelivery {
  branch: string;
  commit: string;
  pullRequestNumber: number;
  pullRequestLink: string;
}

/**
 * Stores the intent to push. The same intent again, after a crash, is the same row.
 *
 * @returns the delivery's number within the job.
 * @throws CopydeskError `lease_lost`.
 */
export async function intendDelivery(db: Database, lease: Lease, intent: DeliveryIntent): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    await updateLeased(transaction, lease, {});
    const last = await transaction
      .selectFrom('job_delivery')
      .select(['number', 'turn', 'commit', 'branch'])
      .where('job_id', '=', lease.jobId)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (last?.turn === intent.turn && last.commit === intent.commit && last.branch === intent.branch) {
      return last.number;
    }
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
      })
      .execute();
    return number;
  });
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
      .set({ pushed_at: new Date() })
      .where('job_id', '=', lease.jobId)
      .where('number', '=', push.number)
      .where('pushed_at', 'is', null)
      .executeTakeFirst();
    if (first.numUpdatedRows === 0n) return;
    await appendEvents(transaction, lease.jobId, [
      { type: 'pushed', data: { branch: push.branch, commit: push.commit } },
    ]);
  });
}

/** Stores the pull request that a delivery reached. @throws CopydeskError `lease_lost`. */
export async function recordPullRequest(
  db: Database,
  lease: Lease,
  reached: { delivery: number; number: number; link: string; opened: boolean },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await updateLeased(transaction, lease, {});
    const first = await transaction
      .updateTable('job_delivery')
      .set({
        pull_request_number: reached.number,
        pull_request_link: reached.link,
        finished_at: new Date(),
      })
      .where('job_id', '=', lease.jobId)
      .where('number', '=', reached.delivery)
      .where('finished_at', 'is', null)
      .executeTakeFirst();
    if (first.numUpdatedRows === 0n) return;
    const { number, link, opened } = reached;
    await appendEvents(transaction, lease.jobId, [{ type: 'pull_request', data: { number, link, opened } }]);
  });
}

/** The last delivery that reached its pull request, or undefined. */
export async function lastDelivery(db: Database, jobId: string): Promise<LastDelivery | undefined> {
  const row = await db
    .selectFrom('job_delivery')
    .select(['branch', 'commit', 'pull_request_number', 'pull_request_link'])
    .where('job_id', '=', jobId)
    .where('finished_at', 'is not', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined || row.pull_request_number === null || row.pull_request_link === null) return undefined;
  return {
    branch: row.branch,
    commit: row.commit,
    pullRequestNumber: row.pull_request_number,
    pullRequestLink: row.pull_request_link,
  };
}

/** Whether a commit is one that this job made, so that it may be replaced. */
export async function isOwnCommit(db: Database, jobId: string, commit: string): Promise<boolean> {
  const row = await db
    .selectFrom('job_delivery')
    .select('number')
    .where('job_id', '=', jobId)
    .where('commit', '=', commit)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
