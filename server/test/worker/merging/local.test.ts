import { afterEach, beforeEach, expect, test } from 'vitest';
import { closePullRequest } from '../../../src/pull-requests/end.ts';
import { workerRig } from '../rig.ts';
import type { WorkerRig } from '../rig.ts';
import { decisionOf, files, fixLink, fixWord, judgeAfter, replaceIt, setPolicy } from './rig.ts';

let rig: WorkerRig;
beforeEach(async () => {
  rig = await workerRig(replaceIt, { files, docsFolder: 'docs' });
  await setPolicy(rig, { requireChecks: false });
});
afterEach(async () => await rig[Symbol.asyncDispose]());

const stateOf = async () =>
  await rig.db.selectFrom('pull_request').select(['state', 'ended_by']).executeTakeFirstOrThrow();

const guideOnMain = async () => await rig.repository.git('show', 'main:docs/guide.md');

test('a fixed link is merged after the quarantine, with a merge commit, an audit entry and the reasons', async () => {
  const { id } = await rig.create(fixLink);
  await rig.work();
  await judgeAfter(rig, 0.1);
  expect(await decisionOf(rig, id)).toEqual({
    decision: 'waits',
    reasons: [expect.stringMatching(/^It is left alone until .*: 24 hours after its last push\.$/)],
    due: expect.stringMatching(/Z$/),
  });
  await judgeAfter(rig, 23.9);
  expect(await stateOf()).toEqual({ state: 'open', ended_by: null });
  await judgeAfter(rig, 24.1);
  expect(await stateOf()).toEqual({ state: 'merged', ended_by: 'Copydesk' });
  expect(await guideOnMain()).toContain('[mail](ol.md)');
  const reasons = [
    'It changes nothing but links: 1 file, 2 lines.',
    'It brings no problem, and no address is lost.',
    'No checks are required.',
    'It was left alone for 24 hours after its last push.',
  ];
  expect(await decisionOf(rig, id)).toEqual({ decision: 'merged', reasons, due: null });
  const [entry, ...others] = await rig.db.selectFrom('audit_entry').selectAll().execute();
  expect([entry, others]).toMatchObject([
    {
      action: 'pull-request.merge',
      actor_kind: 'system',
      actor_name: 'Copydesk',
      subject_id: '1',
      detail: { job: id },
    },
    [],
  ]);
  const noted = (await rig.events(id)).filter(({ type }) => type === 'noted');
  expect(noted).toMatchObject([{ data: { detail: expect.stringContaining('without a person. It changes nothing') } }]);
});

test('a larger change is left to a person, and the reason is stored', async () => {
  const { id } = await rig.create('You recieve -> Never expect');
  await rig.work();
  for (const hours of [0.1, 25, 100]) await judgeAfter(rig, hours);
  expect(await decisionOf(rig, id)).toEqual({
    decision: 'person',
    reasons: [expect.stringContaining('docs/guide.md: line 3')],
    due: null,
  });
  expect(await stateOf()).toMatchObject({ state: 'open' });
});

test.each([
  [{ kinds: ['links' as const] }, fixWord, 'docs/guide.md: the policy is not for spelling.'],
  [{ maxChangedLines: 1 }, fixLink, 'It changes 2 lines, and the policy allows 1.'],
])('the policy %j does not cover %s', async (policy, prompt, reason) => {
  await setPolicy(rig, { requireChecks: false, ...policy });
  const { id } = await rig.create(prompt);
  await rig.work();
  await judgeAfter(rig, 25);
  expect(await decisionOf(rig, id)).toMatchObject({ decision: 'person', reasons: [reason] });
});

test('without a policy no pull request is watched', async () => {
  await setPolicy(rig, null);
  const { id } = await rig.create(fixLink);
  await rig.work();
  await judgeAfter(rig, 25);
  expect(await decisionOf(rig, id)).toBeUndefined();
  expect(await rig.db.selectFrom('merge_watch').select('job_id').execute()).toEqual([]);
});

test('a commit that a person pushes is never merged', async () => {
  const { id } = await rig.create(fixLink);
  const { source } = await rig.work();
  await judgeAfter(rig, 0.1);
  await rig.repository.commit({ 'docs/guide.md': '# Guide\n\nAnother.\n' }, { branch: source.ref });
  await judgeAfter(rig, 25);
  expect(await decisionOf(rig, id)).toMatchObject({
    decision: 'person',
    reasons: ['Its last commit is not the one that the job has delivered.'],
  });
});

test('a further delivery restarts the quarantine, and a commit of a person below it still counts', async () => {
  const { id } = await rig.create(fixLink);
  const { source } = await rig.work();
  await rig.repository.commit({ 'docs/ol.md': '# Old\n\nTo receive mail, ask for it!\n' }, { branch: source.ref });
  await rig.send(id, fixWord);
  await rig.work();
  await judgeAfter(rig, 25);
  const { reasons = [], decision } = (await decisionOf(rig, id)) ?? {};
  expect([decision, reasons]).toEqual([
    'person',
    expect.arrayContaining(['Its branch has 1 commit of somebody else.', expect.stringContaining('docs/ol.md')]),
  ]);
});

test('a conflict delays the merge, and so does an active job', async () => {
  const { id } = await rig.create(fixLink);
  await rig.work();
  await rig.send(id, fixWord);
  await judgeAfter(rig, 25);
  expect(await decisionOf(rig, id)).toMatchObject({ decision: 'waits', reasons: ['The job is at work on it.'] });
  await rig.work();
  await rig.repository.commit({ 'docs/guide.md': '# Guide\n\nYou get mail.\n' });
  await judgeAfter(rig, 26);
  const conflict = 'It conflicts with the branch that it goes into.';
  expect(await decisionOf(rig, id)).toMatchObject({ decision: 'waits', reasons: [conflict] });
  expect(await stateOf()).toMatchObject({ state: 'open' });
});

test('a link to a page that the base branch lost meanwhile becomes a problem', async () => {
  const { id } = await rig.create(fixLink);
  await rig.work();
  await rig.repository.commit({ 'docs/ol.md': null, 'docs/index.md': '# Welcome\n\nSee the [guide](guide.md).\n' });
  await judgeAfter(rig, 25);
  expect(await decisionOf(rig, id)).toMatchObject({
    decision: 'person',
    reasons: [expect.stringContaining('It would bring a problem: ')],
  });
});

test('closing the pull request ends the watch', async () => {
  const { id } = await rig.create(fixLink);
  await rig.work();
  await closePullRequest(rig.db, { projectId: rig.project.id, number: 1, by: { name: 'Ann' } });
  await judgeAfter(rig, 25);
  expect(await decisionOf(rig, id)).toMatchObject({ decision: 'person', reasons: ['It was closed by somebody.'] });
  expect(await guideOnMain()).toContain('nowhere.md');
});

test('a draft waits, and a project where another person must merge is left to a person', async () => {
  const { id } = await rig.create(fixLink);
  await rig.work();
  await rig.db.updateTable('pull_request').set({ draft: true }).execute();
  await judgeAfter(rig, 25);
  expect(await decisionOf(rig, id)).toMatchObject({ decision: 'waits', reasons: ['It is a draft.'] });
  await rig.db.updateTable('pull_request').set({ draft: false }).execute();
  await rig.db.updateTable('project').set({ merge_by: 'other' }).execute();
  await judgeAfter(rig, 26);
  expect(await decisionOf(rig, id)).toMatchObject({
    decision: 'person',
    reasons: ['The project wants every pull request merged by another than those who asked.'],
  });
});

test('two parallel workers merge once', async () => {
  const { id } = await rig.create(fixLink);
  await rig.work();
  await Promise.all([judgeAfter(rig, 25), judgeAfter(rig, 25)]);
  expect(await decisionOf(rig, id)).toMatchObject({ decision: 'merged' });
  expect(await rig.repository.git('rev-list', '--merges', '--count', 'main')).toBe('1');
  expect(await rig.db.selectFrom('audit_entry').select('id').execute()).toHaveLength(1);
});

test('a repository on another machine is left to the workers there', async () => {
  const { id } = await rig.create(fixLink);
  await rig.work();
  const away: string[] = [];
  const here = {
    elsewhere: () => away,
    isElsewhere: async (projectId: string) => (away.push(projectId), true),
    placeUnplaced: async () => {},
    recheck: async () => false,
  };
  await judgeAfter(rig, 25, here);
  expect([await decisionOf(rig, id), away]).toMatchObject([{ decision: 'waits', reasons: [] }, [rig.project.id]]);
  await judgeAfter(rig, 25.01);
  expect(await decisionOf(rig, id)).toMatchObject({ decision: 'merged' });
});
