import { rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { archiveJob } from '../../../src/jobs/settle/archive.ts';
import { showPresence } from '../../../src/jobs/claim/presence.ts';
import { readWaiting } from '../../../src/jobs/claim/waiting.ts';
import { nameMachine, placeRepository } from '../../../src/projects/repository-machine.ts';
import { openRepositoriesHere } from '../../../src/worker/claim/repositories-here.ts';
import { startWorker } from '../../../src/worker/worker.ts';
import type { Worker } from '../../../src/worker/worker.ts';
import type { WorkerOptions } from '../../../src/worker/worker-options.ts';
import { hasRepository } from '../../../src/workspace/path-repository.ts';
import { workerRig } from '../rig.ts';
import type { WorkerRig } from '../rig.ts';

const here = { id: 'mch_here', name: 'docs-1' };
const there = { id: 'mch_there', name: 'docs-2' };

let rig: WorkerRig;
let workers: Worker[];
beforeEach(async () => {
  rig = await workerRig([{ text: 'Nothing to do' }]);
  workers = [];
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await rig[Symbol.asyncDispose]();
});

/** Starts a worker on a machine whose disk has the repository or not. */
function startOn(self: typeof here, has: WorkerOptions['machine'] | boolean): void {
  const machine = typeof has === 'boolean' ? { self, hasRepository: async () => has } : has;
  workers.push(
    startWorker(rig.services, {
      concurrency: 2,
      projectConcurrency: 2,
      leaseSeconds: 30,
      pollMilliseconds: 20,
      patienceMilliseconds: 100,
      onJobActive: () => () => {},
      onJobArchived: () => () => {},
      machine,
    }),
  );
}

const place = async (machine: typeof here) => {
  await nameMachine(rig.db, machine);
  await placeRepository(rig.db, { projectId: rig.project.id, repository: rig.repository.path }, machine.id);
};

/** What the first worker has reported as missing. */
const lacking = async () => (await rig.db.selectFrom('worker').select('elsewhere').executeTakeFirst())?.elsewhere;

const foundOn = async () =>
  (await rig.db.selectFrom('project').select('repository_machine').executeTakeFirstOrThrow()).repository_machine;

const waiting = async (jobId: string) =>
  (await readWaiting(rig.db, [jobId], { project: 2, total: undefined })).get(jobId);

test('a job is left to the machine that has the repository, and no attempt is counted on another machine', async () => {
  await place(there);
  const { id } = await rig.create('look');
  startOn(here, false);
  await expect.poll(lacking).toEqual([rig.project.id]);
  expect(await rig.read(id)).toMatchObject({ status: 'active' });
  // A claim may have begun before the worker knew what it lacks: it lets go of the job at once.
  const left = async () => ({
    ...(await rig.db.selectFrom('job').select(['attempts', 'retries', 'leased_by']).executeTakeFirstOrThrow()),
    waiting: await waiting(id),
  });
  await expect.poll(left).toMatchObject({
    attempts: 0,
    retries: 0,
    leased_by: null,
    waiting: { reason: 'other_machine', detail: expect.stringContaining('docs-2') },
  });
  startOn(there, true);
  await expect.poll(async () => (await rig.read(id)).status).toBe('completed');
});

test('a busy worker also reports the repositories that it lacks, so that jobs show what they wait for', async () => {
  await place(there);
  const { id } = await rig.create('look');
  const busy = openRepositoriesHere(rig.db, { self: here, hasRepository: async () => false });
  expect(busy.elsewhere()).toEqual([]);
  expect(await busy.recheck()).toBe(false);
  expect(busy.elsewhere()).toEqual([rig.project.id]);
  await showPresence(rig.db, 'wrk_busy', undefined, busy.elsewhere());
  expect(await waiting(id)).toMatchObject({ reason: 'other_machine', detail: expect.stringContaining('docs-2') });
  await archiveJob(rig.db, { projectId: rig.project.id, jobId: id, by: 'api' });
  const idle = openRepositoriesHere(rig.db, { self: here, hasRepository: async () => false });
  await idle.recheck();
  expect(idle.elsewhere()).toEqual([]);
});

test('a repository that is missing on its own machine fails the job with the reason', async () => {
  await place(here);
  await rm(rig.repository.path, { recursive: true });
  const { id } = await rig.create('look');
  startOn(here, { self: here, hasRepository });
  await expect.poll(async () => (await rig.read(id)).status).toBe('failed');
  expect(await rig.read(id)).toMatchObject({ error: { code: 'repository_not_found' } });
});

test('a disk that two machines share serves both', async () => {
  await place(there);
  const { id } = await rig.create('look');
  startOn(here, { self: here, hasRepository });
  await expect.poll(async () => (await rig.read(id)).status).toBe('completed');
});

test('a repository that is moved to this machine is found within seconds', async () => {
  await place(there);
  await rename(rig.repository.path, `${rig.repository.path}-away`);
  const { id } = await rig.create('look');
  startOn(here, { self: here, hasRepository });
  await expect.poll(lacking).toEqual([rig.project.id]);
  await rename(`${rig.repository.path}-away`, rig.repository.path);
  await expect.poll(async () => (await rig.read(id)).status).toBe('completed');
});

test('the machine of a repository is stored when the repository is found there', async () => {
  startOn(here, { self: here, hasRepository });
  await expect.poll(foundOn).toBe(here.id);
});
