import { errorCodes, isCopydeskError } from '@copydesk/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';
import { appendEvents } from '../events.ts';
import { updateLeased } from './lease.ts';
import type { Lease } from './lease.ts';

/** Why a job is put off, as its row stores it. */
export const WaitingReason = z.object({
  code: z.enum(errorCodes),
  /** Text for people. */
  detail: z.string(),
  /**
   * The pauses that other systems have requested since the job's last progress, in seconds; they do not count against
   * its patience.
   */
  toldSeconds: z.number(),
});

export type WaitingReason = z.infer<typeof WaitingReason>;

/** How a job is released. */
export interface Release {
  afterSeconds: number;
  /**
   * What it counts as, until the job's next progress: a `crash`, of which a job survives a few; a `retry`, of which it
   * survives as many as its patience allows; or `nothing`.
   */
  counts: 'crash' | 'retry' | 'nothing';
  /** Why it has to wait; added to the transcript unless its last entry says so already. */
  because?: WaitingReason;
}

/** The values for the row of a job that has made progress: no crashes, no retries, no reason to wait. */
export const progressed = { attempts: 0, retries: 0, waiting: null, waiting_since: null } as const;

/**
 * Releases a job, to be leased again at once or later: nothing of it is kept in memory meanwhile. The work so far is in
 * the journal, so nothing is lost. A lease that is no longer held is ignored.
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
    // The claim has counted this run as a crash, which it would be if it ended without a release.
    ...(counts !== 'crash' && { attempts: sql<number>`greatest(attempts - 1, 0)` }),
    ...(counts === 'retry' && { retries: sql<number>`retries + 1` }),
    ...(because && { waiting: JSON.stringify(because), waiting_since: sql<Date>`coalesce(waiting_since, now())` }),
  });
  if (because === undefined || before === undefined || isReported(before.waiting, because)) return;
  const { code, detail } = because;
  const data = { code, detail, until: before.until.toISOString() };
  await appendEvents(transaction, lease.jobId, [{ type: 'put_off', data }]);
}

/** A host that is unreachable for an hour causes one entry of the transcript, not sixty. */
function isReported(stored: unknown, because: WaitingReason): boolean {
  const known = WaitingReason.safeParse(stored).data;
  return known?.code === because.code && known.detail === because.detail;
}
