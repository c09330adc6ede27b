import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { archiveJob } from '../../src/jobs/settle/archive.ts';
import { drainWorkers, readDraining } from '../../src/jobs/claim/drain.ts';
import { countWorkers } from '../../src/jobs/claim/presence.ts';
import { readWaiting } from '../../src/jobs/claim/waiting.ts';
import type { WorkerServices } from '../../src/worker/services.ts';
import { startWorker } from '../../src/worker/worker.ts';
import type { WorkerOptions } from '../../src/worker/worker-options.ts';
import { read, workerRig } from './rig.ts';
import type { WorkerRig } from './rig.ts';

const options: WorkerOptions = {
  concurrency: 4,
  projectConcurrency: 4,
  leaseSeconds: 60,
  pollMilliseconds: 20,
  patienceMilliseconds: 100,
  onJobActive: () => () => {},
  onJobArchived: () => () => {},
};

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(10);
}

function leaseOf({ db }: WorkerRig) {
  return db.selectFrom('job').select(['status', 'leased_until']).executeTakeFirstOrThrow();
}

test('a job that is claimed while the worker stops is released', async () => {
  await using rig = await workerRig([{ text: 'Nothing to do' }]);
  await rig.create('look');
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const barrier = rig.db.transaction().execute(async (transaction) => {
    // Reads go on, so that the worker sees that a job is due.
    await sql`lock table job in exclusive mode`.execute(transaction);
    held.resolve();
    await release.promise;
  });
  await held.promise;
  const worker = startWorker(rig.services, options);
  const waiting = sql<{ query: string }>`
    select query from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%recursive waiting%'
  `;
  await until(async () => (await waiting.execute(rig.db)).rows.length > 0);
  const stopped = worker.stop();
  release.resolve();
  await Promise.all([barrier, stopped]);
  expect(await leaseOf(rig)).toEqual({ status: 'active', leased_until: null });
  expect(rig.model.calls).toEqual([]);
});

test('a worker that slept through its lease and claimed its own job again can still release it', async () => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await using rig = await workerRig(async (call) => {
    await gates[call]?.promise;
    return { text: 'Nothing to do' };
  });
  await rig.create('look');
  const ends: unknown[] = [];
  const log: WorkerServices['log'] = { ...rig.services.log, info: (data) => ends.push(data) };
  const worker = startWorker({ ...rig.services, log }, options);
  await until(() => rig.model.calls.length === 1);
  await rig.db
    .updateTable('job')
    .set({ leased_until: new Date(0) })
    .execute();
  await until(() => rig.model.calls.length === 2);
  gates[0]?.resolve();
  await until(() => ends.length === 1);
  // What the first run leaves behind at its end.
  await delay(0);
  const stopped = worker.stop();
  gates[1]?.resolve();
  await stopped;
  expect(await leaseOf(rig)).toEqual({ status: 'active', leased_until: null });
});

test('a claim that took longer than its lease, for example with a stalled database, does not count as an attempt', async () => {
  await using rig = await workerRig([{ text: 'Nothing to do' }]);
  const { id } = await rig.create('look');
  const held = Promise.withResolvers<void>();
  const barrier = rig.db.transaction().execute(async (transaction) => {
    // Reads go on, so that the worker sees that a job is due.
    await sql`lock table job in exclusive mode`.execute(transaction);
    held.resolve();
    await delay(2_500);
  });
  await held.promise;
  const attempts: number[] = [];
  const onFaultPoint: WorkerServices['onFaultPoint'] = async (point) => {
    if (point !== 'claimed') return;
    attempts.push((await rig.db.selectFrom('job').select('attempts').executeTakeFirstOrThrow()).attempts);
  };
  const worker = startWorker({ ...rig.services, onFaultPoint }, { ...options, leaseSeconds: 2 });
  await barrier;
  await until(async () => (await rig.read(id)).status !== 'active');
  await worker.stop();
  expect(await rig.read(id)).toMatchObject({ status: 'completed' });
  expect(attempts).toEqual([1]);
});

test('a worker for one job is not counted as a worker for other jobs', async () => {
  await using rig = await workerRig([{ text: 'Nothing to do' }]);
  const { id } = await rig.create('look');
  const worker = startWorker(rig.services, { ...options, onlyJob: id });
  await until(async () => (await rig.read(id)).status === 'completed');
  expect(await countWorkers(rig.db)).toBe(0);
  await worker.stop();
});

test('an archived job stops at once, in the middle of a model call', async () => {
  const called = Promise.withResolvers<AbortSignal | undefined>();
  await using rig = await workerRig(async (_call, { abortSignal }) => {
    called.resolve(abortSignal);
    await new Promise((resolve) => abortSignal?.addEventListener('abort', resolve));
    return { text: 'too late' };
  });
  const { id } = await rig.create('look');
  let tell: ((jobId: string | undefined) => void) | undefined;
  const worker = startWorker(rig.services, {
    ...options,
    onJobArchived: (callback) => {
      tell = callback;
      return () => {};
    },
  });
  const signal = await called.promise;
  await archiveJob(rig.db, { projectId: rig.project.id, jobId: id, by: 'api' });
  expect(signal?.aborted).toBe(false);
  tell?.('job_of_somebody_else');
  expect(signal?.aborted).toBe(false);
  tell?.(id);
  expect(signal?.aborted).toBe(true);
  await worker.stop();
  expect((await rig.events(id)).map(({ type }) => type)).toEqual(['message', 'turn_started', 'archived']);
});

test('an archive without a notification is found by polling after notifications may have been lost', async () => {
  const called = Promise.withResolvers<AbortSignal | undefined>();
  await using rig = await workerRig(async (_call, { abortSignal }) => {
    called.resolve(abortSignal);
    await new Promise((resolve) => abortSignal?.addEventListener('abort', resolve));
    return { text: 'too late' };
  });
  const { id } = await rig.create('look');
  let tell: ((jobId: string | undefined) => void) | undefined;
  const onJobArchived: WorkerOptions['onJobArchived'] = (callback) => {
    tell = callback;
    return () => {};
  };
  const worker = startWorker(rig.services, { ...options, onJobArchived });
  const signal = await called.promise;
  await archiveJob(rig.db, { projectId: rig.project.id, jobId: id, by: 'api' });
  expect(signal?.aborted).toBe(false);
  tell?.(undefined);
  await until(() => signal?.aborted === true);
  await worker.stop();
  expect((await rig.events(id)).map(({ type }) => type)).toEqual(['message', 'turn_started', 'archived']);
});

test('a worker that is asked to stop finishes the current step, and another continues after it', async () => {
  const called = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  await using rig = await workerRig(async (call) => {
    if (call > 0) return { text: 'Nothing to do' };
    called.resolve();
    await answer.promise;
    return { calls: [read('docs/guide.md')] };
  });
  const { id } = await rig.create('look');
  const worker = startWorker(rig.services, { ...options, patienceMilliseconds: 60_000 });
  await called.promise;
  const stopped = worker.stop();
  answer.resolve();
  await stopped;
  expect((await rig.events(id)).map(({ type }) => type)).toEqual(['message', 'turn_started', 'step']);
  expect(await leaseOf(rig)).toEqual({ status: 'active', leased_until: null });
  expect(await rig.work()).toMatchObject({ status: 'completed' });
  expect(rig.model.calls).toHaveLength(2);
});

test('a step that takes longer than the patience is aborted, and the job is released', async () => {
  const called = Promise.withResolvers<void>();
  await using rig = await workerRig(async (_call, { abortSignal }) => {
    called.resolve();
    return await new Promise((_resolve, reject) => abortSignal?.addEventListener('abort', reject));
  });
  const { id } = await rig.create('look');
  const worker = startWorker(rig.services, options);
  await called.promise;
  await worker.stop();
  expect((await rig.events(id)).map(({ type }) => type)).toEqual(['message', 'turn_started']);
  expect(await leaseOf(rig)).toEqual({ status: 'active', leased_until: null });
});

test('a worker that drains completes its job, takes no other, and ends', async () => {
  const answer = Promise.withResolvers<void>();
  await using rig = await workerRig(async () => {
    await answer.promise;
    return { text: 'Nothing to do' };
  });
  const first = await rig.create('look');
  const self = { machine: 'docs-1 boot pid:[1]', id: 4711, started: '1' };
  const said: string[] = [];
  const log = { ...rig.services.log, info: (_: object, message: string) => void said.push(message) };
  const worker = startWorker({ ...rig.services, log }, { ...options, neighbours: { self, isAlive: () => true } });
  await until(async () => rig.model.calls.length === 1 && (await countWorkers(rig.db)) === 1);
  expect(await drainWorkers(rig.db, 'docs-2')).toEqual([]);
  const reported = await drainWorkers(rig.db, 'docs-1');
  expect(await readDraining(rig.db, reported)).toEqual([{ id: reported[0], host: 'docs-1', processId: 4711, jobs: 1 }]);
  // The worker reads it at its next heartbeat.
  await until(() => said.includes('draining: this worker takes no more jobs'));
  const second = await rig.create('look again');
  expect(await readWaiting(rig.db, [second.id], { project: 4, total: undefined })).toMatchObject(
    new Map([[second.id, { reason: 'no_worker' }]]),
  );
  answer.resolve();
  await worker.drained;
  expect((await rig.read(first.id)).status).toBe('completed');
  expect(rig.model.calls).toHaveLength(1);
  await worker.stop();
  expect(await readDraining(rig.db, reported)).toEqual([]);
  expect((await rig.read(second.id)).status).toBe('active');
});
