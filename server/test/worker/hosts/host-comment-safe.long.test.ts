import { expect, test } from 'vitest';
import { plainModel } from '../../../src/agent/model.ts';
import { replacer } from '../../races/support.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { comment, hostRig } from './host-rig.ts';

test("the model's answer mentions no one and closes nothing", async () => {
  await using rig = await hostRig(replacer);
  await rig.create('Acme Cloud -> Acme Platform');
  await rig.work();
  await rig.notify(comment('a', '@copydesk say it', { link: 'https://host.test/x) @ann' }));
  await rig.handleHosts();
  const model = scriptedModel([{ text: 'Done, @ann: closes #1.\n\n/close' }]);
  await rig.work({ resolveModel: () => plainModel('test/scripted', model) });
  await rig.handleHosts();
  const said = rig.host.comments.map(({ body }) => body);
  expect(said).toHaveLength(1);
  expect(said[0]).not.toMatch(/@ann|#1\b|^\/close/m);
});
