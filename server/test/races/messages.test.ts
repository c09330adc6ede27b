import { CopydeskError } from '@copydesk/contract';
import { describe, expect, test } from 'vitest';
import { editGuide, workerRig } from '../worker/rig.ts';
import type { WorkerRig } from '../worker/rig.ts';
import { inOrder, replacer, stopAt } from './support.ts';

const rename = 'Acme Cloud -> Acme Platform';
const restart = 'Run it. -> Start it.';

async function turnsOf(rig: WorkerRig, id: string): Promise<string[]> {
  const reported = new Set(['message', 'turn_started', 'completed', 'failed']);
  return (await rig.events(id)).map((event) => event.type).filter((type) => reported.has(type));
}

/** Expects both changes, each in its own commit, in one pull request. */
async function expectBoth(rig: WorkerRig, id: string): Promise<void> {
  expect(await rig.read(id)).toMatchObject({ status: 'completed', prLink: `http://desk.test/${rig.project.id}/1` });
  expect(await rig.repository.git('rev-list', '--count', `main..copydesk/${id}`)).toBe('2');
  expect(await rig.repository.git('show', `copydesk/${id}:docs/guide.md`)).toMatch(/Acme Platform[^]*Start it/);
}

describe('a message while its job settles', () => {
  test('the message is first: the job does not settle, and handles it under the same lease', async () => {
    await using rig = await workerRig(replacer);
    const { id } = await rig.create(rename);
    const stopped = await stopAt(rig, 'pull-request-stored');
    const [sent] = await inOrder(
      rig.db,
      id,
      () => rig.send(id, restart),
      () => stopped.wake(),
    );
    expect(sent).toMatchObject({ status: 'fulfilled', value: { status: 'active', prLink: null } });
    await expectBoth(rig, id);
    expect(await turnsOf(rig, id)).toEqual(['message', 'turn_started', 'message', 'turn_started', 'completed']);
  });

  test('the settling is first: the job completes, and the message makes it active again', async () => {
    await using rig = await workerRig(replacer);
    const { id } = await rig.create(rename);
    const stopped = await stopAt(rig, 'pull-request-stored');
    const [, sent] = await inOrder(
      rig.db,
      id,
      () => stopped.wake(),
      () => rig.send(id, restart),
    );
    expect(sent).toMatchObject({ status: 'fulfilled', value: { status: 'active', prLink: null } });
    await rig.work();
    await expectBoth(rig, id);
    expect(await turnsOf(rig, id)).toEqual([
      'message',
      'turn_started',
      'completed',
      'message',
      'turn_started',
      'completed',
    ]);
  });
});

/** Runs a model that refuses the first prompt when the test says so. */
async function refusing(work: (rig: WorkerRig, id: string, refuse: () => Promise<unknown>) => Promise<void>) {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  await using rig = await workerRig(async (call) => {
    if (call > 0) return call === 1 ? editGuide('Run it.', 'Start it.') : { text: 'Done' };
    asked.resolve();
    await answer.promise;
    return { error: new CopydeskError('instruction_not_understood', 'I do not understand "paint it".') };
  });
  const { id } = await rig.create('paint it');
  const working = rig.work();
  await asked.promise;
  await work(rig, id, async () => {
    answer.resolve();
    return await working;
  });
  const completed = { status: 'completed', error: null, prLink: `http://desk.test/${rig.project.id}/1` };
  return { job: await rig.read(id), completed, types: await turnsOf(rig, id) };
}

describe('a message while its job fails', () => {
  test('the message is first: the job does not fail before it has handled the message', async () => {
    const { job, completed, types } = await refusing(async (rig, id, refuse) => {
      await inOrder(rig.db, id, () => rig.send(id, restart), refuse);
    });
    expect(job).toMatchObject(completed);
    expect(types.filter((type) => type === 'failed')).toEqual([]);
  });

  test('the failure is first: the job fails, and the message makes it active again', async () => {
    const { job, completed, types } = await refusing(async (rig, id, refuse) => {
      await inOrder(rig.db, id, refuse, () => rig.send(id, restart));
      await rig.work();
    });
    expect(job).toMatchObject(completed);
    expect(types.slice(0, 4)).toEqual(['message', 'turn_started', 'failed', 'message']);
  });
});

test('two follow-ups at the same time get positions in the order of acceptance, and the model reads them in that order', async () => {
  await using rig = await workerRig(replacer);
  const { id } = await rig.create(rename);
  await rig.work();
  const prompts = ['first: say nothing', 'second: say nothing'];
  const [one, other] = await inOrder(
    rig.db,
    id,
    () => rig.send(id, 'first: say nothing'),
    () => rig.send(id, 'second: say nothing'),
  );
  expect([one.status, other.status]).toEqual(['fulfilled', 'fulfilled']);
  expect(await rig.work()).toMatchObject({ status: 'completed' });
  const messages = (await rig.events(id)).filter((event) => event.type === 'message').slice(1);
  expect(messages.map((event) => event.data)).toEqual(
    prompts.map((prompt, index) => ({ position: index + 1, prompt, from: null })),
  );
  const reported = rig.model.calls
    .at(-1)
    ?.prompt.slice(-2)
    .map((message) => JSON.stringify(message.content));
  expect(reported).toEqual(prompts.map((text) => expect.stringContaining(text) as unknown));
  const steps = (await rig.events(id)).filter((event) => event.type === 'step');
  expect(steps.at(-1)?.data.messages).toEqual([1, 2]);
});
