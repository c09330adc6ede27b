import { errorCodes, isCopydeskError } from '@copydesk/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database, DatabaseTransaction } from '../postgres/database.ts';
import { appendEvents } from './events.ts';
import { updateLeased } from './lease.ts';
import type { Lease } from './lease.ts';

/** Why a job is put off, as its row keeps it. */
export const WaitingReason = z.object({
  code: z.enum(errorCodes),
  /** For people. */
  detail: z.string(),
  /** The pauses that were asked for from outside since the job's last progress, in seconds; patience leaves them out. */
  toldSeconds: z.number(),
});

export type WaitingReason = z.infer<typeof WaitingReason>;

/** How a job is given back. */
export interface Release {
  afterSeconds: number;
  /**
   * What it counts as, until the job's next progress: a `crash`, of which a job survives a few; a `retry`, of which it
   * survives as many as its patience lasts; or `nothing`.
   */
  counts: 'crash' | 'retry' | 'nothing';
  /** Why it has to wait; told in the transcript unless that says so already. */
  because?: WaitingReason;
}

/** What the row of a job that has made progress is set to: no crashes, no retries, nothing waited for. */
export const progressed = { attempts: 0, retries: 0, waiting: null, waiting_since: null } as const;

/**
 * Gives a job back, to be leased again at once or later: nothing of it is held in memory meanwhile. The work so far is
 * journaled, so nothing is lost. A lease that is no longer held is left alone.
 */
export async function releaseJob(db: Database, lease: Lease, release: Release): Promise<void> {
  try {
    await db.transaction().execute(async (transaction) => await giveBack(transaction, lease, release));
  } catch (error) {
    if (!isCopydeskError(error, 'lease_lost')) throw error;
  }
}

async function giveBack(transaction: DatabaseTransaction, lease: Lease, release: Release): Promise<void> {
  const { because, counts } = release;
  const notBefore = sql<Date>`now() + make_interval(secs => ${release.afterSeconds})`;
  const before = await transaction
    .selectFrom('job')
    .select(['waiting', notBefore.as('until')])
    .where('id', '=', lease.jobId)
    .forUpdate()
    .executeTakeFirst();
  await updateLeased(transaction, lease, {
    epoch: sql<number>`epoch + 1`,
    leased_by: null,
    leased_until: null,
    not_before: notBefore,
    // The claim has counted this run as a crash, which it would be had it ended without a word.
    ...(counts !== 'crash' && { attempts: sql<number>`greatest(attempts - 1, 0)` }),
    ...(counts === 'retry' && { retries: sql<number>`retries + 1` }),
    ...(because && { waiting: JSON.stringify(because), waiting_since: sql<Date>`coalesce(waiting_since, now())` }),
  });
  if (because === undefined || before === undefined || isTold(before.waiting, because)) return;
  const { code, detail } = because;
  const data = { code, detail, until: before.until.toISOString() };
  await appendEvents(transaction, lease.jobId, [{ type: 'put_off', data }]);
}

/** A host that is away for an hour is one entry of the transcript, not sixty. */
function isTold(stored: unknown, because: WaitingReason): boolean {
  const told = WaitingReason.safeParse(stored).data;
  return told?.code === because.code && told.detail === because.detail;
}
