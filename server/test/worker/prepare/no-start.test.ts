import { CopydeskError } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { editGuide, workerRig } from '../rig.ts';

const unconfigured = {
  resolveModel: () => {
    throw new CopydeskError('model_not_configured', 'There is no such model.');
  },
};

test('a turn that cannot begin fails the job, although it has read no message', async () => {
  await using rig = await workerRig([]);
  const { id } = await rig.create('rename');
  expect(await rig.work(unconfigured)).toMatchObject({ status: 'failed', error: { code: 'model_not_configured' } });
  expect((await rig.events(id)).map((event) => event.type)).toEqual(['message', 'turn_started', 'failed']);
});

test('a follow-up that cannot begin fails the job, and the next turn handles both messages', async () => {
  await using rig = await workerRig([
    { text: 'Nothing to do' },
    editGuide('Acme Cloud', 'Acme Platform'),
    { text: 'Rename the product' },
  ]);
  const { id } = await rig.create('look');
  await rig.work();
  await rig.send(id, 'rename');
  expect(await rig.work(unconfigured)).toMatchObject({ status: 'failed', error: { code: 'model_not_configured' } });
  await rig.send(id, 'please');
  expect(await rig.work()).toMatchObject({ status: 'completed', error: null });
});
