import { expect, test } from 'vitest';
import { plainModel } from '../../../src/agent/model.ts';
import { replacer } from '../../races/support.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { comment, hostRig } from './host-rig.ts';

test.each([
  ['QUESTION: Which page?', 'needs_answer', '**Nothing was changed: this needs an answer.**\n\nWhich page?'],
  ['DECLINED: It is a contract.', 'declined', '**Nothing was changed: this was declined.**\n\nIt is a contract.'],
])('a comment that is answered with %j is noted, and the job continues with the answer', async (text, kind, body) => {
  await using rig = await hostRig(replacer);
  await rig.create('Acme Cloud -> Acme Platform');
  await rig.work();
  const said = () => rig.host.comments.map((one) => one.body);
  await rig.notify(comment('issue-comment-1', '@copydesk Say it better.'));
  await rig.handleHosts();
  const resolveModel = () => plainModel('test/scripted', scriptedModel([{ text }]));
  expect(await rig.work({ resolveModel })).toMatchObject({ status: 'completed', outcome: { kind } });
  await rig.handleHosts();
  expect(said()).toEqual([expect.stringContaining(body)]);
  await rig.notify(comment('issue-comment-2', '@copydesk Run it. -> Start it.'));
  await rig.handleHosts();
  expect(await rig.work()).toMatchObject({ status: 'completed', outcome: { kind: 'changed' } });
  await rig.handleHosts();
  expect(said()).toHaveLength(2);
});
