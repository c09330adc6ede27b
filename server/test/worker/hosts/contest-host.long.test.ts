import { expect, test } from 'vitest';
import type { PullRequestDraft } from '../../../src/code-hosts/code-host.ts';
import type { WorkerServices } from '../../../src/worker/services.ts';
import { comment, hostRig } from './host-rig.ts';
import { editGuide } from '../rig.ts';

const input = { path: 'docs/guide.md', rule: 'link-broken', reason: 'The build makes it.' };
const contest = { calls: [{ tool: 'contest_problem', input }] };
const done = { text: 'Done' };

test('the reply to a comment contains contested problems, and says when they are fixed', async () => {
  const second = [editGuide('Run it.', 'See [this](made.md).'), done, contest, done];
  await using rig = await hostRig([
    editGuide('Acme Cloud', 'Acme'),
    done,
    ...second,
    editGuide('made.md', 'index.md'),
    done,
  ]);
  const reported: PullRequestDraft[] = [];
  const codeHost: WorkerServices['codeHost'] = () => ({
    ...rig.host,
    async update(number, draft) {
      reported.push(draft);
      return await rig.host.update(number, draft);
    },
  });
  await rig.create('rename it');
  await rig.work();
  for (const request of ['link it', 'link the front page']) {
    await rig.notify(comment(`issue-comment-${reported.length}`, `@copydesk ${request}`));
    await rig.handleHosts();
    expect(await rig.work({ codeHost })).toMatchObject({ status: 'completed' });
  }
  expect(reported).toMatchObject([
    { asDraft: true, isAnswered: false, description: expect.stringContaining('The model says: The build makes it.') },
    { asDraft: false, isAnswered: false, description: expect.stringContaining('the checks pass now') },
  ]);
});
