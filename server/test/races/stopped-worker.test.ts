import type { Job } from '@copydesk/contract';
import { describe, expect, test } from 'vitest';
import { archiveJob } from '../../src/jobs/archive.ts';
import { faultPoints } from '../../src/worker/fault-points.ts';
import type { FaultPoint } from '../../src/worker/fault-points.ts';
import { workerRig } from '../worker/rig.ts';
import type { WorkerRig } from '../worker/rig.ts';
import { everything, expireLease, replacer, stopAt } from './support.ts';

/** What happens while the worker is stopped. */
type Meanwhile = (rig: WorkerRig, job: Job) => Promise<unknown>;

const meanwhiles: Record<string, Meanwhile> = {
  'another finishes the job': async (rig, { id }) => {
    if ((await rig.read(id)).status === 'active') await rig.work();
    expect(await rig.read(id)).toMatchObject({ status: 'completed', error: null });
  },
  'another finishes the job and works on a follow-up': async (rig, { id }) => {
    if ((await rig.read(id)).status === 'active') await rig.work();
    await rig.send(id, 'Run it. -> Start it.');
    expect(await rig.work()).toMatchObject({ status: 'completed', error: null });
    expect(await rig.repository.git('rev-list', '--count', `main..copydesk/${id}`)).toBe('2');
  },
  'the job is archived': (rig, { id }) => archiveJob(rig.db, { projectId: rig.project.id, jobId: id, by: 'api' }),
  'nobody takes the job': async () => {},
};

/** Stops a worker at a point and wakes it again; answers all that it could have written, before and after it woke. */
async function wakeAfter(
  point: FaultPoint,
  meanwhile: Meanwhile,
  clock: (time: number) => number,
): Promise<{ before: unknown; after: unknown }> {
  await using rig = await workerRig(replacer);
  const job = await rig.create('Acme Cloud -> Acme Platform');
  let time = 0;
  const stopped = await stopAt(rig, point, { clock: () => clock(time) });
  await expireLease(rig);
  await meanwhile(rig, job);
  const before = await everything(rig);
  time = 11_000;
  await stopped.wake();
  const after = await everything(rig);
  if ((await rig.read(job.id)).status === 'active') await endAsEver(rig, job);
  return { before, after };
}

/** Whoever comes next ends the job with one commit and one pull request. */
async function endAsEver(rig: WorkerRig, { id }: Job): Promise<void> {
  expect(await rig.work()).toMatchObject({ status: 'completed', prLink: `http://desk.test/${rig.project.id}/1` });
  expect(await rig.repository.git('rev-list', '--count', `main..copydesk/${id}`)).toBe('1');
}

describe.each(Object.entries(meanwhiles))('a worker is stopped for longer than its lease, and %s', (_, meanwhile) => {
  test.each(faultPoints)('at "%s": woken, it writes nothing', async (point) => {
    const { before, after } = await wakeAfter(point, meanwhile, (time) => time);
    expect(after).toEqual(before);
  });
});

describe.each(Object.entries(meanwhiles).slice(1, 2))(
  'and when its clock stood still as well, and %s',
  (_, meanwhile) => {
    // Nothing in its own process tells it then: what refuses it are the conditions of the database and of the push.
    test.each(faultPoints)('at "%s": woken, it writes nothing', async (point) => {
      const { before, after } = await wakeAfter(point, meanwhile, () => 0);
      expect(after).toEqual(before);
    });
  },
);
