import { expect, test } from 'vitest';
import { createJob } from '../../../src/jobs/request/create.ts';
import type { NewJob } from '../../../src/jobs/request/create.ts';
import type { StoredJob } from '../../../src/jobs/present.ts';
import { editGuide, workerRig } from '../rig.ts';
import type { WorkerRig } from '../rig.ts';

const oneTurn = [editGuide('Acme Cloud', 'Acme Platform'), { text: 'Done' }];
const twoTurns = [...oneTurn, editGuide('Run it.', 'Start it.'), { text: 'Second' }];

async function create(rig: WorkerRig, wish: Pick<NewJob, 'branch' | 'asDraft'>): Promise<StoredJob> {
  const { project, db } = rig;
  const asked = { prompt: 'Rename it', model: 'test/scripted', sourceRepository: 'https://git.test/docs.git' };
  return (await createJob(db, { project, ...asked, baseRef: 'main', now: new Date(), ...wish })).job;
}

test('a requested branch that is free is used, also by follow-ups', async () => {
  await using rig = await workerRig(twoTurns);
  const { id, source } = await create(rig, { branch: 'docs/rename' });
  expect(source.ref).toBe('docs/rename');
  expect(await rig.work()).toMatchObject({ status: 'completed', source: { ref: 'docs/rename' } });
  await rig.send(id, 'two');
  expect(await rig.work()).toMatchObject({ source: { ref: 'docs/rename' }, pullRequest: { number: 1 } });
  expect(await rig.repository.git('rev-list', '--count', 'main..docs/rename')).toBe('2');
  expect(await rig.repository.git('branch', '--list', 'copydesk/*')).toBe('');
});

test('a requested branch that exists is left unchanged', async () => {
  await using rig = await workerRig(oneTurn);
  await rig.repository.git('branch', 'docs/rename', 'main');
  const { id } = await create(rig, { branch: 'docs/rename' });
  expect(await rig.work()).toMatchObject({ status: 'completed', source: { ref: `copydesk/${id}` } });
  expect(await rig.repository.git('rev-parse', 'docs/rename')).toBe(await rig.repository.git('rev-parse', 'main'));
});

test.each([
  ['a branch below it', 'docs', 'docs/rename'],
  ['a branch above it', 'docs/rename/names', 'docs'],
])('a requested branch that git cannot store beside %s is not used', async (_, wish, there) => {
  await using rig = await workerRig(oneTurn);
  await rig.repository.git('branch', there, 'main');
  const { id } = await create(rig, { branch: wish });
  expect(await rig.work()).toMatchObject({ status: 'completed', source: { ref: `copydesk/${id}` } });
});

test('a requested branch that only begins with the same letters as another is used', async () => {
  await using rig = await workerRig(oneTurn);
  await rig.repository.git('branch', 'docs-old/rename', 'main');
  await create(rig, { branch: 'docs' });
  expect(await rig.work()).toMatchObject({ status: 'completed', source: { ref: 'docs' } });
});

test('the base branch is never used', async () => {
  await using rig = await workerRig(oneTurn);
  const before = await rig.repository.git('rev-parse', 'main');
  const { id } = await create(rig, { branch: 'main' });
  expect(await rig.work()).toMatchObject({ source: { ref: `copydesk/${id}` } });
  expect(await rig.repository.git('rev-parse', 'main')).toBe(before);
});

test.each([
  ['the same branch', 'docs/rename'],
  ['one that git cannot keep beside it', 'docs'],
  ['one below it', 'docs/rename/names'],
])('a later job gets its own branch if it requests %s', async (_, wish) => {
  await using rig = await workerRig(oneTurn);
  await create(rig, { branch: 'docs/rename' });
  const later = await create(rig, { branch: wish });
  await rig.db
    .updateTable('job')
    .set({ not_before: new Date(0) })
    .where('id', '=', later.id)
    .execute();
  expect(await rig.work()).toMatchObject({ id: later.id, source: { ref: `copydesk/${later.id}` } });
});

test('a branch that a person created before the job pushed is not overwritten', async () => {
  await using rig = await workerRig([{ text: 'NOTHING TO DO: It is right.' }, ...oneTurn]);
  const { id } = await create(rig, { branch: 'docs/rename' });
  await rig.work();
  const theirs = await rig.repository.git('rev-parse', 'main');
  await rig.repository.git('branch', 'docs/rename', 'main');
  await rig.send(id, 'do it');
  expect(await rig.work()).toMatchObject({ status: 'completed', source: { ref: `copydesk/${id}` } });
  expect(await rig.repository.git('rev-parse', 'docs/rename')).toBe(theirs);
});

test('a pull request that is requested as a draft stays one until people mark it as ready', async () => {
  await using rig = await workerRig(twoTurns);
  const { id } = await create(rig, { asDraft: true });
  expect(await rig.work()).toMatchObject({ pullRequest: { number: 1, state: 'draft' } });
  await rig.db.updateTable('pull_request').set({ draft: false }).execute();
  await rig.send(id, 'two');
  expect(await rig.work()).toMatchObject({ pullRequest: { number: 1, state: 'open' } });
});
