import type { StoredJob } from '../../src/jobs/present.ts';
import { describe, expect, test } from 'vitest';
import { plainModel } from '../../src/agent/model.ts';
import { archiveJob } from '../../src/jobs/settle/archive.ts';
import { closePullRequest } from '../../src/pull-requests/end.ts';
import { faultPoints } from '../../src/worker/fault-points.ts';
import type { FaultPoint } from '../../src/worker/fault-points.ts';
import { scriptedModel } from '../support/scripted-model.ts';
import { workerRig } from '../worker/rig.ts';
import type { WorkerRig } from '../worker/rig.ts';
import { everything, expireLease, replacer, stopAt } from './support.ts';
import type { StoppedWorker } from './support.ts';

/** What happens while the worker is stopped; returns who ends the job afterwards, when that is not the next worker. */
type Meanwhile = (rig: WorkerRig, job: StoredJob) => Promise<StoppedWorker | undefined>;

const meanwhiles = {
  'another finishes the job and works on a follow-up': async (rig, { id }) => {
    if ((await rig.read(id)).status === 'active') await rig.work();
    await rig.send(id, 'Run it. -> Start it.');
    await rig.work();
    return undefined;
  },
  'another is at work on it': async (rig, { id }) => {
    const { status } = await rig.read(id);
    return status === 'active' ? await stopAt(rig, 'prepared') : undefined;
  },
  'the job is archived': async (rig, { id }) => {
    await archiveJob(rig.db, { projectId: rig.project.id, jobId: id, by: 'api' });
    return undefined;
  },
  'nobody takes the job': () => Promise.resolve(undefined),
} satisfies Record<string, Meanwhile>;

/** All that a worker could have written, before and after it resumed, and how the job ended afterwards. */
interface Comparison {
  before: unknown;
  after: unknown;
  end: { status: string; pullRequests: number };
}

/** Stops a worker at a point, and resumes it. */
async function wakeAfter(
  point: FaultPoint,
  meanwhile: Meanwhile,
  clock: (time: number) => number,
): Promise<Comparison> {
  await using rig = await workerRig(leavingTheWords);
  await rig.db.updateTable('project').set({ helper_model: helper.name }).execute();
  // A model that reviews its change, and has a helper that describes it, passes every fault point.
  const model = { ...plainModel('test/scripted', rig.model), describesChanges: true };
  rig.services.resolveModel = (name) => (name === helper.name ? helper : model);
  const job = await rig.create('Acme Cloud -> Acme Platform');
  let time = 0;
  const stopped = await stopAt(rig, point, { clock: () => clock(time) });
  await expireLease(rig);
  const other = await meanwhile(rig, job);
  const before = await everything(rig);
  time = 11_000;
  await stopped.wake();
  const after = await everything(rig);
  const left = await rig.read(job.id);
  const { status } = left.status === 'active' ? await (other?.wake() ?? rig.work()) : left;
  const pullRequests = await rig.db.selectFrom('pull_request').select('number').execute();
  return { before, after, end: { status, pullRequests: pullRequests.length } };
}

const leavingTheWords: typeof replacer = (call, options) => {
  const isReview = JSON.stringify(options.prompt.at(-1)).includes('Review your change');
  return isReview ? { text: 'KEEP' } : replacer(call, options);
};

const helper = plainModel(
  'test/helper',
  scriptedModel(() => ({ text: 'TITLE: Rename it\nCOMMIT: It has a new name.\nDESCRIPTION: Renamed.' })),
);

/** Completed with its one pull request, or archived before or after it was opened. */
const goodEnds: Comparison['end'][] = [
  { status: 'completed', pullRequests: 1 },
  { status: 'archived', pullRequests: 0 },
  { status: 'archived', pullRequests: 1 },
];

describe.each(Object.entries(meanwhiles))('a worker is stopped for longer than its lease, and %s', (_, meanwhile) => {
  test.each(faultPoints)('at "%s": after it wakes, it writes nothing', async (point) => {
    const { before, after, end } = await wakeAfter(point, meanwhile, (time) => time);
    expect(after).toEqual(before);
    expect(goodEnds).toContainEqual(end);
  });
});

describe.each(Object.entries(meanwhiles).slice(0, 2))(
  'a worker is stopped for longer than its lease, its clock stopped as well, and %s',
  (_, meanwhile) => {
    // Its own process does not know then: the conditions of the database and of the push refuse it.
    test.each(faultPoints)('at "%s": after it wakes, it writes nothing', async (point) => {
      const { before, after, end } = await wakeAfter(point, meanwhile, () => 0);
      expect(after).toEqual(before);
      expect(goodEnds).toContainEqual(end);
    });
  },
);

test('a worker that wakes before it searches the pull request does not adopt one closed meanwhile', async () => {
  await using rig = await workerRig(replacer);
  await rig.create('Acme Cloud -> Acme Platform');
  let time = 0;
  const stopped = await stopAt(rig, 'push-stored', { clock: () => time });
  await expireLease(rig);
  await rig.work();
  await closePullRequest(rig.db, {
    projectId: rig.project.id,
    number: 1,
    by: { name: 'Ann' },
  });
  time = 11_000;
  await stopped.wake();
  expect(stopped.reached).not.toContain('pull-request-reached');
});

test('a worker that wakes does not adopt a pull request that another worker found ended before the push', async () => {
  await using rig = await workerRig(replacer);
  await rig.create('Acme Cloud -> Acme Platform');
  const killed = await stopAt(rig, 'pull-request-reached');
  await expireLease(rig);
  await closePullRequest(rig.db, { projectId: rig.project.id, number: 1, by: { name: 'Ann' } });
  let time = 0;
  const stopped = await stopAt(rig, 'push-stored', { clock: () => time });
  await expireLease(rig);
  await rig.work();
  time = 11_000;
  await stopped.wake();
  expect(stopped.reached).not.toContain('pull-request-reached');
  await killed.wake();
});
