import { CopydeskError } from '@copydesk/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { replacer } from '../../races/support.ts';
import { comment, hostRig } from './host-rig.ts';
import type { HostRig } from './host-rig.ts';

let rig: HostRig;
let jobId: string;
beforeEach(async () => {
  rig = await hostRig(replacer);
  jobId = (await rig.create('Acme Cloud -> Acme Platform')).id;
  await rig.work();
});
afterEach(async () => await rig[Symbol.asyncDispose]());

const archiveOn = async (...archive_on: ('merge' | 'close')[]) =>
  await rig.db.updateTable('project').set({ archive_on }).execute();

const ended = (state: 'merged' | 'closed', number = 1) => ({ kind: 'ended' as const, number, state });

test.each([
  ['merged', 'merge'],
  ['closed', 'close'],
] as const)('a %s pull request archives its job if the project wants that', async (state, by) => {
  await archiveOn('merge', 'close');
  rig.host.end(1, state);
  await rig.notify(ended(state));
  await rig.handleHosts();
  expect(await rig.read(jobId)).toMatchObject({
    status: 'archived',
    prLink: 'https://host.test/acme/docs/pull/1',
  });
  expect((await rig.events(jobId)).at(-1)).toMatchObject({ type: 'archived', data: { by } });
  const [delivery] = await rig.db.selectFrom('job_delivery').select('pull_request_state').execute();
  expect(delivery).toEqual({ pull_request_state: state });
});

test.each(['merged', 'closed'] as const)(
  'a %s pull request otherwise archives nothing, and a message continues in another pull request',
  async (state) => {
    rig.host.end(1, state);
    if (state === 'merged') await rig.repository.git('update-ref', 'refs/heads/main', `copydesk/${jobId}`);
    await rig.notify(ended(state));
    await rig.handleHosts();
    expect(await rig.read(jobId)).toMatchObject({ status: 'completed', prLink: 'https://host.test/acme/docs/pull/1' });
    expect(await rig.outcomes()).toMatchObject({ [`ended-1-${state}`]: `${jobId} continues with a message` });
    await rig.send(jobId, 'Run it. -> Start it.');
    expect(await rig.work()).toMatchObject({ status: 'completed', prLink: 'https://host.test/acme/docs/pull/2' });
  },
);

test('a closed pull request archives nothing if the project archives after a merge only', async () => {
  await archiveOn('merge');
  rig.host.end(1, 'closed');
  await rig.notify(ended('closed'));
  await rig.handleHosts();
  expect(await rig.read(jobId)).toMatchObject({ status: 'completed' });
});

test('a late event of an end archives nothing if the pull request is open again, and the next end does', async () => {
  await archiveOn('merge', 'close');
  await rig.notify(ended('closed'));
  await rig.handleHosts();
  expect(await rig.read(jobId)).toMatchObject({ status: 'completed' });
  rig.host.end(1, 'closed');
  await rig.notify(ended('closed'));
  await rig.handleHosts();
  expect(await rig.read(jobId)).toMatchObject({ status: 'archived' });
});

test('an active job stays with its worker, which continues on another pull request', async () => {
  await archiveOn('merge', 'close');
  rig.host.end(1, 'merged');
  await rig.repository.git('update-ref', 'refs/heads/main', `copydesk/${jobId}`);
  await rig.send(jobId, 'Run it. -> Start it.');
  await rig.notify(ended('merged'));
  await rig.handleHosts();
  expect(await rig.read(jobId)).toMatchObject({ status: 'active' });
  expect(await rig.work()).toMatchObject({ status: 'completed', prLink: 'https://host.test/acme/docs/pull/2' });
  await rig.passTime();
  await rig.handleHosts();
  expect(await rig.read(jobId)).toMatchObject({ status: 'completed' });
  expect(await rig.outcomes()).toMatchObject({ 'ended-1-merged': 'nothing was left to do' });
  rig.host.end(2, 'merged');
  await rig.notify(ended('merged', 2));
  await rig.handleHosts();
  expect(await rig.read(jobId)).toMatchObject({ status: 'archived' });
});

test('an active job that settles without another pull request is archived then', async () => {
  await archiveOn('merge', 'close');
  rig.host.end(1, 'closed');
  await rig.send(jobId, 'nothing');
  await rig.notify(ended('closed'));
  await rig.handleHosts();
  const none = { resolveModel: () => Promise.reject(new CopydeskError('model_not_configured', 'Set a key.')) };
  expect(await rig.work(none)).toMatchObject({ status: 'failed' });
  await rig.passTime();
  await rig.handleHosts();
  expect(await rig.read(jobId)).toMatchObject({ status: 'archived' });
});

test('an end that is found by polling archives the job as well', async () => {
  await archiveOn('merge', 'close');
  rig.host.end(1, 'merged');
  rig.host.changes = [ended('merged'), ended('merged', 99)];
  await rig.handleHosts();
  expect(await rig.read(jobId)).toMatchObject({ status: 'archived' });
  expect(Object.keys(await rig.outcomes())).not.toContain('ended-99-merged');
});

test('a pull request without a job changes nothing', async () => {
  await rig.notify(ended('merged', 99));
  await rig.handleHosts();
  expect(await rig.outcomes()).toMatchObject({ 'ended-99-merged': 'no job has this pull request' });
  expect(await rig.read(jobId)).toMatchObject({ status: 'completed' });
});

test('a foreign pull request with the number of an earlier one of ours changes nothing', async () => {
  const link = 'https://host.test/acme/docs/pull/1';
  const theirs = { number: 1, link, headRef: 'fix-typo', baseRef: 'main', headCommit: 'a'.repeat(40) };
  rig.host.pulls.set(1, { ...theirs, state: 'open' });
  await rig.notify(comment('a', '@copydesk Run it. -> Start it.'));
  const conflicting = await rig.repository.commit({ 'docs/guide.md': '# Guide\n\nUse Acme Sky.\n\n## Set up\n' });
  await rig.notify({ kind: 'pushed', branch: 'main', commit: conflicting });
  await rig.handleHosts();
  rig.host.end(1, 'merged');
  await rig.notify(ended('merged'));
  await rig.handleHosts();
  const none = 'no job has this pull request';
  expect(await rig.outcomes()).toMatchObject({ a: none, 'ended-1-merged': none });
  expect(rig.host.comments).toEqual([]);
  expect(await rig.read(jobId)).toMatchObject({ status: 'completed' });
});
