import { sql } from 'kysely';
import { automationChannel } from '../../../server/src/automations/due.ts';
import type { Database } from '../../../server/src/postgres/database.ts';

/** How long a worker may hold an automation: a living one renews it three times a minute. */
const leaseSeconds = 60;

/** How long a living worker may take for one check, in seconds, on a machine that has nothing else to do. */
export const checkSeconds = 10;

/**
 * Lets the pauses of automations pass, which a run has no time for: the next look at repositories and at what readers
 * report (a quarter of an hour), the time in which events are gathered (10 seconds), holds after failures and for unread
 * messages (30 seconds and more), the leases of workers that may be dead, and the hours in which triggers count their
 * requests: storms are denser than the thousand an hour that a trigger may allow. What is not due at all stays so: the
 * product has to see to it.
 *
 * @param heldSeconds how long a lease is respected. A worker that takes longer is overtaken while it works.
 */
export async function letTimePass(
  db: Database,
  { heldSeconds, polls }: { heldSeconds: number; polls: boolean },
): Promise<void> {
  await sql`
    update automation set due_at = least(due_at, now()), held_until = least(held_until, now()),
      next_at = case when trigger ->> 'kind' = 'schedule' then next_at else least(next_at, now()) end,
      leased_until = case
        when leased_until <= now() + make_interval(secs => ${Math.max(0, leaseSeconds - heldSeconds)}) then now()
        else leased_until
      end
    where due_at is not null and case
      when trigger ->> 'kind' = 'schedule' then next_at <= now() or leased_until is not null
      when trigger ->> 'kind' in ('feedback', 'product_changed')
        then ${polls} or held_until is not null or leased_until is not null
      else true
    end
  `.execute(db);
  await sql`delete from quota_use where kind = 'trigger'`.execute(db);
  await wake(db);
}

/** Lets the time of all schedules come. */
export async function letSchedulesCome(db: Database): Promise<void> {
  await sql`
    update automation set next_at = now(), due_at = greatest(now(), held_until) where trigger ->> 'kind' = 'schedule'
  `.execute(db);
  await wake(db);
}

async function wake(db: Database): Promise<void> {
  await sql`select pg_notify(${automationChannel}, '')`.execute(db);
}
