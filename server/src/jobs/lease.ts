import { CopydeskError } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Selectable, UpdateObject } from 'kysely';
import type { Database, DatabaseTransaction, Schema } from '../postgres/database.ts';

/**
 * The right to work on a job. Every write of a turn names the epoch, and whatever gives the lease or ends it raises
 * that, so a worker that was stopped for longer than its lease and wakes up can write nothing.
 */
export interface Lease {
  jobId: string;
  epoch: number;
}

/** What a worker needs to know of the job that it has leased. */
export type LeasedJob = Pick<
  Selectable<Schema['job']>,
  | 'id'
  | 'project_id'
  | 'organisation_id'
  | 'model'
  | 'base_ref'
  | 'branch'
  | 'epoch'
  | 'attempts'
  | 'steps'
  | 'turn'
  | 'base_commit'
  | 'turn_started_at'
  | 'tree'
  | 'branch_base'
  | 'branch_head'
  | 'messages_read'
>;

const leasedColumns = [
  'id',
  'project_id',
  'organisation_id',
  'model',
  'base_ref',
  'branch',
  'epoch',
  'attempts',
  'steps',
  'turn',
  'base_commit',
  'turn_started_at',
  'tree',
  'branch_base',
  'branch_head',
  'messages_read',
] as const satisfies (keyof LeasedJob)[];

/**
 * Leases the active job that has waited longest, also one whose lease has run out. One statement: the row is
 * locked and skipped by others, so two workers never get the same job.
 *
 * @returns undefined when there is nothing to do.
 */
export async function claimJob(
  db: Database,
  worker: { id: string; leaseSeconds: number; onlyJob?: string },
): Promise<LeasedJob | undefined> {
  const { onlyJob } = worker;
  return await db
    .updateTable('job')
    .set((eb) => ({
      epoch: eb('epoch', '+', 1),
      leased_by: worker.id,
      leased_until: secondsFromNow(worker.leaseSeconds),
      attempts: eb('attempts', '+', 1),
    }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('job')
        .select('id')
        .where('status', '=', 'active')
        .where('not_before', '<=', sql<Date>`now()`)
        .where((or) => or.or([or('leased_until', 'is', null), or('leased_until', '<', sql<Date>`now()`)]))
        .$if(onlyJob !== undefined, (query) => query.where('id', '=', onlyJob ?? ''))
        .orderBy('not_before')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(leasedColumns)
    .executeTakeFirst();
}

/** A leased job as it stands now, or undefined when the lease is no longer held. */
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
 * Renews leases in one statement.
 *
 * @returns the ids of the jobs that are still held; work on any other must stop.
 */
export async function renewLeases(db: Database, leases: readonly Lease[], leaseSeconds: number): Promise<Set<string>> {
  if (leases.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    update job set leased_until = ${secondsFromNow(leaseSeconds)}
    from unnest(${leases.map((lease) => lease.jobId)}::text[], ${leases.map((lease) => lease.epoch)}::bigint[])
      as held (id, epoch)
    where job.id = held.id and job.epoch = held.epoch and job.status = 'active'
    returning job.id
  `.execute(db);
  return new Set(rows.map((row) => row.id));
}

/**
 * Gives a job back, to be leased again at once or later. The work so far is journaled, so nothing is lost. A lease
 * that is no longer held is left alone.
 */
export async function releaseJob(
  db: Database,
  lease: Lease,
  options: { afterSeconds: number; countsAsAttempt: boolean },
): Promise<void> {
  await db
    .updateTable('job')
    .set((eb) => ({
      epoch: eb('epoch', '+', 1),
      leased_by: null,
      leased_until: null,
      not_before: secondsFromNow(options.afterSeconds),
      attempts: options.countsAsAttempt ? eb.ref('attempts') : sql<number>`greatest(attempts - 1, 0)`,
    }))
    .where('id', '=', lease.jobId)
    .where('epoch', '=', lease.epoch)
    .where('status', '=', 'active')
    .execute();
}

/**
 * The only way in which a turn changes its job: on the condition that the lease is still held.
 *
 * @throws CopydeskError `lease_lost`, and nothing of the transaction stays.
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
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) throw leaseLost();
}

export function leaseLost(): CopydeskError {
  return new CopydeskError('lease_lost', 'The job was archived, or another worker has taken it over.');
}

function secondsFromNow(seconds: number) {
  return sql<Date>`now() + make_interval(secs => ${seconds})`;
}
