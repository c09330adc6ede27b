import { CopydeskError } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../postgres/database.ts';

/** What is counted. `create` and `message` belong to a project. */
export type QuotaKind = 'create' | 'message';

/** A quota in numbers: how many requests an hour, and how many of them are left until the window ends. */
export interface QuotaState {
  limit: number;
  remaining: number;
  resetsInSeconds: number;
}

/** Windows are whole hours of UTC: one row an owner, kind and hour, and a reset time that can be told. */
const windowMilliseconds = 3_600_000;

/**
 * Counts one request in the transaction that accepts it, so that a request that is not accepted costs nothing.
 *
 * @returns what is left of the quota after it.
 * @throws CopydeskError `quota_exceeded` with the seconds until the window ends.
 */
export async function useQuota(
  transaction: DatabaseTransaction,
  ownerId: string,
  kind: QuotaKind,
  quota: { perHour: number; now: Date },
): Promise<QuotaState> {
  const { rows } = await sql<{ used: number }>`
    insert into quota_use (owner_id, kind, window_start, used)
    values (${ownerId}, ${kind}, ${windowStart(quota.now)}, 1)
    on conflict (owner_id, kind, window_start) do update set used = quota_use.used + 1
      where quota_use.used < ${quota.perHour}
    returning used
  `.execute(transaction);
  const seconds = secondsLeft(quota.now);
  // No row: the condition of the update did not hold. A first use may still be over a quota of zero.
  if (rows[0] !== undefined && rows[0].used <= quota.perHour) {
    return { limit: quota.perHour, remaining: quota.perHour - rows[0].used, resetsInSeconds: seconds };
  }
  throw new CopydeskError(
    'quota_exceeded',
    `The project has used its ${quota.perHour} requests of this kind for this hour. Try again in ${seconds} seconds.`,
    { retryAfterSeconds: seconds },
  );
}

/** The state of a quota, for the `RateLimit` header. */
export async function readQuota(
  db: Database,
  ownerId: string,
  kind: QuotaKind,
  quota: { perHour: number; now: Date },
): Promise<QuotaState> {
  const row = await db
    .selectFrom('quota_use')
    .select('used')
    .where('owner_id', '=', ownerId)
    .where('kind', '=', kind)
    .where('window_start', '=', windowStart(quota.now))
    .executeTakeFirst();
  return {
    limit: quota.perHour,
    remaining: Math.max(0, quota.perHour - (row?.used ?? 0)),
    resetsInSeconds: secondsLeft(quota.now),
  };
}

function windowStart(now: Date): Date {
  return new Date(Math.floor(now.getTime() / windowMilliseconds) * windowMilliseconds);
}

function secondsLeft(now: Date): number {
  return Math.ceil((windowStart(now).getTime() + windowMilliseconds - now.getTime()) / 1000);
}
