import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../postgres/database.ts';
import { isOfTestMode } from '../postgres/test-organisation.ts';
import { columns, present } from './automation.ts';
import type { AutomationRow, StoredAutomation } from './automation.ts';

/** A due automation, and the right to check it for some time. */
export interface Claimed {
  automation: StoredAutomation;
  /** Raised by the next claim. */
  epoch: number;
  /** The time by the database's clock, at which it was found due. */
  at: Date;
  /** Whether its own schedule is due. */
  isTimeDue: boolean;
  state: unknown;
  /** How often in a row its check has failed. */
  failures: number;
}

/** What is due, and in how many seconds the next one is; null when there is none. */
export interface Due {
  claimed: Claimed[];
  nextSeconds: number | null;
}

/**
 * Claims the due automations of all projects, with one statement through one index: an automation that has nothing to
 * do costs nothing else. What a worker has claimed when it dies becomes due again at the end of its lease.
 */
export async function claimDue(
  db: Database,
  { most, leaseSeconds }: { most: number; leaseSeconds: number },
): Promise<Due> {
  const { rows } = await sql<ClaimedRow>`
    with due as (
      select automation.id from automation join project on project.id = automation.project_id and project.deleted_at is null
        -- In test mode nothing begins by itself.
        and not ${isOfTestMode('project.organisation_id')}
      where automation.due_at <= now() and (automation.leased_until is null or automation.leased_until <= now())
      order by automation.due_at limit ${most}
      for update of automation skip locked
    ), claimed as (
      update automation set leased_until = now() + make_interval(secs => ${leaseSeconds}), epoch = epoch + 1
      from due where automation.id = due.id
      returning ${sql.join(columns.map((column) => sql.ref(`automation.${column}`)))}, epoch, state, failures
    )
    select claimed.*, now() as at, coalesce(claimed.next_at <= now(), false) as is_time_due, (
      select extract(epoch from due_at - now())::float8 from automation where due_at > now() order by due_at limit 1
    ) as next_seconds
    from (select) one left join claimed on true
  `.execute(db);
  const claimed = rows.flatMap((row) => (row.id === null ? [] : [claimedIn({ ...row, id: row.id })]));
  return { claimed, nextSeconds: rows[0]?.next_seconds ?? null };
}

type ClaimedRow = Omit<AutomationRow, 'id'> & {
  /** Null when nothing is due. */
  id: string | null;
  epoch: number;
  at: Date;
  is_time_due: boolean;
  state: unknown;
  failures: number;
  next_seconds: number | null;
};

function claimedIn(row: ClaimedRow & { id: string }): Claimed {
  const { epoch, at, is_time_due: isTimeDue, state, failures } = row;
  return { automation: present(row), epoch, at, isTimeDue, state, failures };
}

/** Renews a claim for the same time. @returns whether this holder still had it. */
export async function claimLonger(
  db: Database,
  { automation, epoch }: Pick<Claimed, 'automation' | 'epoch'>,
  leaseSeconds: number,
): Promise<boolean> {
  const renewed = await db
    .updateTable('automation')
    .set({ leased_until: sql<Date>`now() + make_interval(secs => ${leaseSeconds})` })
    .where('id', '=', automation.id)
    .where('epoch', '=', epoch)
    .executeTakeFirst();
  return renewed.numUpdatedRows > 0n;
}

/**
 * Locks a claimed automation until the end of the transaction; returns undefined when another worker has claimed it, or
 * it was deleted.
 */
export async function lockClaimed(
  transaction: DatabaseTransaction,
  { automation, epoch }: Pick<Claimed, 'automation' | 'epoch'>,
): Promise<StoredAutomation | undefined> {
  const row = await transaction
    .selectFrom('automation')
    .select(columns)
    .where('id', '=', automation.id)
    .where('epoch', '=', epoch)
    .forUpdate()
    .executeTakeFirst();
  return row && present(row);
}
