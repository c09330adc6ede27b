import { CopydeskError } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Selectable, UpdateObject } from 'kysely';
import type { Database, DatabaseTransaction, Schema } from '../../postgres/database.ts';
import { pauseOfRow } from './interruptions.ts';

/**
 * The right to work on a job, until a time. Every write of a turn has two conditions: the epoch, which is raised
 * whenever the lease is given or ended, and the time, which renewals extend. So a worker that was suspended for longer
 * than its lease and resumes can write nothing, whether another has taken its place or not.
 */
export interface Lease {
  jobId: string;
  epoch: number;
}

/** What a worker needs to know about the job that it has leased. */
export type LeasedJob = Pick<
  Selectable<Schema['job']>,
  | 'id'
  | 'project_id'
  | 'organisation_id'
  | 'model'
  | 'base_ref'
  | 'branch'
  | 'as_draft'
  | 'epoch'
  | 'not_before'
  | 'attempts'
  | 'retries'
  | 'waiting'
  | 'waiting_since'
  | 'budget_start'
  | 'steps'
  | 'turn'
  | 'base_commit'
  | 'turn_started_at'
  | 'tree'
  | 'merge_head'
  | 'branch_base'
  | 'branch_head'
  | 'messages_read'
>;

/** The columns of a {@link LeasedJob}. */
export const leasedColumns = [
  'id',
  'project_id',
  'organisation_id',
  'model',
  'base_ref',
  'branch',
  'as_draft',
  'epoch',
  'not_before',
  'attempts',
  'retries',
  'waiting',
  'waiting_since',
  'budget_start',
  'steps',
  'turn',
  'base_commit',
  'turn_started_at',
  'tree',
  'merge_head',
  'branch_base',
  'branch_head',
  'messages_read',
] as const satisfies (keyof LeasedJob)[];

/** Returns the current state of a leased job, or undefined when the lease is no longer held. */
export async function readLeased(db: Database, lease: Lease): Promise<LeasedJob | undefined> {
  return await db
    .selectFrom('job')
    .select(leasedColumns)
    .where('id', '=', lease.jobId)
    .where('epoch', '=', lease.epoch)
    .where('status', '=', 'active')
    .executeTakeFirst();
}

/**
 * Renews leases with one statement. An expired lease is not renewed: its holder may have been suspended, and what it
 * does next must not count. A locked row is skipped until the next time: one that stays locked must not prevent the
 * renewal of the others.
 *
 * @returns the ids of the jobs that are still held, and whether their lease was renewed; work on any other must stop.
 */
export async function renewLeases(
  db: Database,
  leases: readonly Lease[],
  leaseSeconds: number,
): Promise<Map<string, boolean>> {
  if (leases.length === 0) return new Map();
  const { rows } = await sql<{ id: string; renewed: boolean }>`
    with mine as (
      select job.id from job
      join unnest(${leases.map((lease) => lease.jobId)}::text[], ${leases.map((lease) => lease.epoch)}::bigint[])
        as held (id, epoch) on job.id = held.id and job.epoch = held.epoch
      where job.status = 'active' and job.leased_until > ${clock}
    ), free as (
      select job.id from job where job.id in (select mine.id from mine) for update skip locked
    ), renewed as (
      update job set leased_until = ${secondsFromNow(leaseSeconds)}
      from free where job.id = free.id
      returning job.id
    )
    select mine.id, renewed.id is not null as renewed from mine left join renewed on renewed.id = mine.id
  `.execute(db);
  return new Map(rows.map(({ id, renewed }) => [id, renewed]));
}

/**
 * Updates the job of a turn, on condition that the lease is still held.
 *
 * @throws CopydeskError `lease_lost`, and the transaction is rolled back.
 */
export async function updateLeased(
  transaction: DatabaseTransaction,
  lease: Lease,
  change: UpdateObject<Schema, 'job'>,
): Promise<void> {
  const result = await transaction
    .updateTable('job')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('id', '=', lease.jobId)
    .where('epoch', '=', lease.epoch)
    .where('status', '=', 'active')
    .where('leased_until', '>', clock)
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) throw leaseLost();
}

/** Returns the condition of {@link updateLeased}, for a statement that does more at once. */
export function heldBy({ jobId, epoch }: Lease) {
  return sql<boolean>`id = ${jobId} and epoch = ${epoch} and status = 'active' and leased_until > ${clock}`;
}

/**
 * Ends the leases of dead workers, so that others need not wait until they expire. A job that was interrupted before at
 * its step waits a little longer each time.
 *
 * @returns how many jobs can be leased again.
 */
export async function endLeasesOf(db: Database, workerIds: readonly string[]): Promise<number> {
  const freed = await db
    .updateTable('job')
    .set({
      leased_until: sql<Date>`now()`,
      not_before: sql<Date>`greatest(not_before, now() + make_interval(secs => ${pauseOfRow}))`,
    })
    .where('status', '=', 'active')
    .where('leased_by', 'in', [...workerIds])
    .where('leased_until', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return Number(freed.numUpdatedRows);
}

export function leaseLost(): CopydeskError {
  return new CopydeskError(
    'lease_lost',
    'The job was archived, its lease expired, or another worker has taken it over.',
  );
}

/** Not `now()`: that is when the transaction began, perhaps before its worker was suspended. */
const clock = sql<Date>`clock_timestamp()`;

function secondsFromNow(seconds: number) {
  return sql<Date>`now() + make_interval(secs => ${seconds})`;
}
