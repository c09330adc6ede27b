import { expect, test } from 'vitest';
import type { Actor } from '../../src/audit/actor.ts';
import { closeAs } from '../../src/desk/job/pull-requests.ts';
import { replacer } from '../races/support.ts';
import { workerRig } from '../worker/rig.ts';

test.each([
  [[], 'completed'],
  [['merge'], 'completed'],
  [['merge', 'close'], 'archived'],
])('if jobs are archived on %j, closing a pull request here leaves its job %s', async (archive_on, status) => {
  await using rig = await workerRig(replacer);
  const { id } = await rig.create('Acme Cloud -> Acme Platform');
  await rig.work();
  await rig.db.updateTable('project').set({ archive_on }).execute();
  const { id: projectId, organisationId } = rig.project;
  const actor: Actor = { kind: 'person', id: 'per_ann', name: 'Ann', organisationId, address: '192.0.2.7' };
  await closeAs(rig.db, actor, { projectId, number: 1 });
  expect(await rig.read(id)).toMatchObject({ status, prLink: expect.stringMatching(/\/1$/) });
  if (status === 'archived') return;
  await rig.send(id, 'Run it. -> Start it.');
  expect(await rig.work()).toMatchObject({ status: 'completed', prLink: expect.stringMatching(/\/2$/) });
});
