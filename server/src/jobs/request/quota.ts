import { CopydeskError } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';

/** The kinds of counted requests, and whom each quota belongs to. */
const owners = { create: 'project', message: 'project', analytics: 'organisation', trigger: 'trigger' } as const;

export type QuotaKind = keyof typeof owners;

/** The state of a quota: how many requests an hour are allowed, and how many are left until the window ends. */
export interface QuotaState {
  limit: number;
  remaining: number;
  resetsInSeconds: number;
}

/** Windows are whole hours of UTC: one row per owner, kind and hour, and a reset time that can be sent to clients. */
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
    ${countUpTo(quota.perHour)}
  `.execute(transaction);
  return stateAfter(rows[0]?.used, kind, quota);
}

/**
 * Counts one request that writes nothing else, in a separate statement that does not wait for the disk: a crash may
 * lose the requests of its last moment, but no reader waits the milliseconds of a flush.
 *
 * @returns and throws as {@link useQuota}.
 */
export async function useReadingQuota(
  db: Database,
  ownerId: string,
  kind: QuotaKind,
  quota: { perHour: number; now: Date },
): Promise<QuotaState> {
  const { rows } = await sql<{ used: number }>`
    insert into quota_use (owner_id, kind, window_start, used)
    select ${ownerId}, ${kind}, ${windowStart(quota.now)}, 1
    from set_config('synchronous_commit', 'off', true)
    ${countUpTo(quota.perHour)}
  `.execute(db);
  return stateAfter(rows[0]?.used, kind, quota);
}

/** Returns the state of a quota, for the `RateLimit` header. */
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

const countUpTo = (perHour: number) => sql`
  on conflict (owner_id, kind, window_start) do update set used = quota_use.used + 1
    where quota_use.used < ${perHour}
  returning used
`;

/** No row means that the condition of the update was not met. Even a first use may exceed a quota of zero. */
function stateAfter(used: number | undefined, kind: QuotaKind, quota: { perHour: number; now: Date }): QuotaState {
  const seconds = secondsLeft(quota.now);
  if (used !== undefined && used <= quota.perHour) {
    return { limit: quota.perHour, remaining: quota.perHour - used, resetsInSeconds: seconds };
  }
  throw new CopydeskError(
    'quota_exceeded',
    `The ${owners[kind]} has used its ${quota.perHour} requests of this kind for this hour. ` +
      `Try again in ${seconds} seconds.`,
    { retryAfterSeconds: seconds },
  );
}

function windowStart(now: Date): Date {
  return new Date(Math.floor(now.getTime() / windowMilliseconds) * windowMilliseconds);
}

function secondsLeft(now: Date): number {
  return Math.ceil((windowStart(now).getTime() + windowMilliseconds - now.getTime()) / 1000);
}
