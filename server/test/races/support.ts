import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { sql } from 'kysely';
import type { StoredJob } from '../../src/jobs/present.ts';
import type { LeasedJob } from '../../src/jobs/claim/lease.ts';
import type { Database } from '../../src/postgres/database.ts';
import type { FaultPoint, OnFaultPoint } from '../../src/worker/fault-points.ts';
import { openHold } from '../../src/worker/claim/hold.ts';
import type { OpenHold } from '../../src/worker/claim/hold.ts';
import type { WorkerServices } from '../../src/worker/services.ts';
import { workOnJob } from '../../src/worker/work-job.ts';
import { claim } from '../jobs/support.ts';
import type { ScriptedStep } from '../support/scripted-model.ts';
import { editGuide } from '../worker/rig.ts';
import type { WorkerRig } from '../worker/rig.ts';

/** A worker that stops at a fault point of its turn until it is resumed, like a process that got SIGSTOP there. */
export interface StoppedWorker {
  job: LeasedJob;
  hold: OpenHold;
  /** The fault points that it has reached, in order. */
  reached: readonly FaultPoint[];
  /** Resumes it; returns the job when the worker has left it. */
  wake: () => Promise<StoredJob>;
}

/** Claims the next job and works on it up to `point`. `clock` is the worker's time. */
export async function stopAt(
  rig: WorkerRig,
  point: FaultPoint,
  { clock = () => performance.now(), ...change }: Partial<WorkerServices> & { clock?: () => number } = {},
): Promise<StoppedWorker> {
  const arrived = Promise.withResolvers<void>();
  const woken = Promise.withResolvers<void>();
  const reached: FaultPoint[] = [];
  const onFaultPoint: OnFaultPoint = async (place) => {
    reached.push(place);
    if (place !== point) return;
    arrived.resolve();
    await woken.promise;
  };
  const sentAt = clock();
  const { job, lease } = await claim(rig.db, 'wrk_stopped');
  const hold = openHold({ lease, leaseSeconds: 10, sentAt, clock });
  const work = workOnJob({ ...rig.services, ...change, onFaultPoint }, job, hold).finally(() => hold.close());
  await Promise.race([arrived.promise, work.then(() => Promise.reject(new Error(`It never came to "${point}"`)))]);
  return {
    job,
    hold,
    reached,
    async wake() {
      woken.resolve();
      await work;
      return await rig.read(job.id);
    },
  };
}

/** Pretends that the worker was killed, or stopped for longer than its lease: the next worker to ask gets the job. */
export async function expireLease({ db }: WorkerRig): Promise<void> {
  const past = new Date(0);
  await db.updateTable('job').set({ leased_until: past, not_before: past }).where('status', '=', 'active').execute();
}

/**
 * Locks a job's row until `first` and then `second` wait for it, and then releases it: PostgreSQL gives it to them in
 * this order. Both run concurrently, each on its own connection.
 */
export async function inOrder<A, B>(
  db: Database,
  jobId: string,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[PromiseSettledResult<A>, PromiseSettledResult<B>]> {
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holder = db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('job').select('id').where('id', '=', jobId).forUpdate().execute();
    held.resolve();
    await release.promise;
  });
  await held.promise;
  const one = first();
  await untilWaiting(db, 1);
  const other = second();
  await untilWaiting(db, 2);
  release.resolve();
  await holder;
  return await Promise.allSettled([one, other]);
}

/** Resolves when so many statements wait for a lock in the test's database. */
export async function untilWaiting(db: Database, count: number): Promise<void> {
  for (let attempt = 0; attempt < 2000; attempt += 1) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `.execute(db);
    if (rows[0]?.waiting === count) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`There never were ${count} statements that wait for a lock`);
}

/**
 * Returns everything that a worker could have written: each row of each table except its own presence, and each ref.
 */
export async function everything({ db, repository }: WorkerRig): Promise<unknown> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'worker' order by 1
  `.execute(db);
  const contents: [string, unknown[]][] = [];
  for (const { name } of tables) {
    const { rows } = await sql`select t as row from ${sql.table(name)} as t order by t::text`.execute(db);
    contents.push([name, rows]);
  }
  return { tables: contents, refs: await repository.git('for-each-ref') };
}

/**
 * A model that answers by the conversation, not by how often it was called: each new prompt of the form `a -> b` is one
 * step that edits the guide, and one that ends the turn. Two workers with the same conversation get the same answer.
 */
export const replacer = (_call: number, { prompt }: LanguageModelV4CallOptions): ScriptedStep => {
  const last = prompt.at(-1);
  const reported = last?.role === 'user' ? JSON.stringify(last.content) : '';
  const [, from, to] = /"([^"]*) -> ([^"]*)"/.exec(reported) ?? [];
  return from === undefined || to === undefined ? { text: 'Done as told' } : editGuide(from, to);
};
