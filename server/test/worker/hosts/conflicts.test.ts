import { CopydeskError } from '@copydesk/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { replacer } from '../../races/support.ts';
import { hostRig } from './host-rig.ts';
import type { HostRig } from './host-rig.ts';

let rig: HostRig;
let jobId: string;
beforeEach(async () => {
  rig = await hostRig(replacer);
  jobId = (await rig.create('Acme Cloud -> Acme Platform')).id;
  await rig.work();
});
afterEach(async () => await rig[Symbol.asyncDispose]());

const guide = (words: string) => ({ 'docs/guide.md': `# Guide\n\nUse ${words}.\n\n## Set up\n\nRun it.\n` });

async function push(files: Record<string, string>): Promise<void> {
  const commit = await rig.repository.commit(files);
  await rig.notify({ kind: 'pushed', branch: 'main', commit });
}

const conflicts = async () =>
  (await rig.events(jobId)).filter(({ type }) => type === 'conflict').map(({ data }) => data);

test('a push to the base branch that conflicts is reported once, on the pull request and in the transcript', async () => {
  await push(guide('Acme Sky'));
  await rig.handleHosts();
  expect(await conflicts()).toEqual([{ number: 1, baseRef: 'main', files: ['docs/guide.md'] }]);
  expect(rig.host.comments).toEqual([
    {
      number: 1,
      mark: expect.stringMatching(/^conflict-[0-9a-f]{40}$/),
      body: expect.stringContaining('`docs/guide.md`'),
    },
  ]);
  expect(rig.host.comments[0]?.body).toContain('`@copydesk please solve the conflicts`');
  await push(guide('Acme Heaven'));
  await rig.handleHosts();
  expect(await conflicts()).toHaveLength(1);
  expect(rig.host.comments).toHaveLength(1);
});

test('people are not asked to let the copyeditor resolve conflicts', async () => {
  await rig.db.updateTable('job').set({ model: 'builtin/copyeditor' }).execute();
  await push(guide('Acme Sky'));
  await rig.handleHosts();
  expect(rig.host.comments[0]?.body).toContain('Merge `main` into this branch by hand: `builtin/copyeditor`');
  expect(rig.host.comments[0]?.body).not.toContain('please solve');
});

test('a push that was notified before the pull request was stored is found by polling', async () => {
  await rig.db.updateTable('job_delivery').set({ finished_at: null }).execute();
  await push(guide('Acme Sky'));
  await rig.handleHosts();
  expect(await conflicts()).toEqual([]);
  await rig.db.updateTable('job_delivery').set({ finished_at: new Date() }).execute();
  await rig.passTime();
  await rig.handleHosts();
  expect(await conflicts()).toMatchObject([{ files: ['docs/guide.md'] }]);
});

test('the end of a conflict is reported in the transcript only', async () => {
  await push(guide('Acme Sky'));
  await rig.handleHosts();
  await push(guide('Acme Cloud'));
  await rig.handleHosts();
  expect(await conflicts()).toMatchObject([{ files: ['docs/guide.md'] }, { files: [] }]);
  expect(rig.host.comments).toHaveLength(1);
});

test('a push that does not conflict, or to another branch, is not reported', async () => {
  await push({ 'docs/other.md': '# Other\n' });
  await rig.notify({ kind: 'pushed', branch: 'elsewhere', commit: 'a'.repeat(40) });
  await rig.handleHosts();
  expect(await conflicts()).toEqual([]);
});

test('several pushes at once cause one check', async () => {
  for (const words of ['A', 'B', 'C']) await push(guide(words));
  await rig.handleHosts();
  const outcomes = Object.values(await rig.outcomes());
  expect(outcomes.filter((outcome) => outcome?.startsWith('handled with'))).toHaveLength(2);
  expect(await conflicts()).toHaveLength(1);
});

test('without webhooks, the head of the base branch is polled', async () => {
  await rig.handleHosts();
  await rig.repository.commit(guide('Acme Sky'));
  await rig.passTime();
  await rig.handleHosts();
  expect(await conflicts()).toHaveLength(1);
});

test('a comment is not posted twice if the reply of the host was lost', async () => {
  rig.host.after = () => {
    throw new CopydeskError('code_host_unreachable', 'no answer');
  };
  await push(guide('Acme Sky'));
  await rig.handleHosts();
  expect(await conflicts()).toEqual([]);
  rig.host.after = () => {};
  await rig.passTime();
  await rig.handleHosts();
  expect(await conflicts()).toHaveLength(1);
  expect(rig.host.comments).toHaveLength(1);
});
