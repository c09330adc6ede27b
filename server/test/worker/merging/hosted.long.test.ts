import { CopydeskError } from '@copydesk/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CommitCheck } from '../../../src/code-hosts/host-checks.ts';
import { hostRig } from '../hosts/host-rig.ts';
import type { HostRig } from '../hosts/host-rig.ts';
import { decisionOf, files, fixLink, hour, judgeAfter, replaceIt, setPolicy } from './rig.ts';

let rig: HostRig;
let id: string;
let head: string;
beforeEach(async () => {
  rig = await hostRig(replaceIt, { files, docsFolder: 'docs' });
  await setPolicy(rig);
  id = (await rig.create(fixLink)).id;
  await rig.work();
  head = rig.host.pulls.get(1)?.headCommit ?? '';
  checks('passed');
});
afterEach(async () => await rig[Symbol.asyncDispose]());

function checks(...states: CommitCheck['state'][]): void {
  rig.host.checks.set(
    head,
    states.map((state) => ({ key: state, name: `Build ${state}`, state, link: undefined, summary: undefined })),
  );
}

const isMerged = () => rig.host.pulls.get(1)?.state === 'merged';

const audited = async () => await rig.db.selectFrom('audit_entry').select(['action', 'detail']).execute();

test('a pull request with passed checks is merged at its head, with one comment that says why', async () => {
  await judgeAfter(rig, 23);
  expect([isMerged(), rig.host.comments]).toEqual([false, []]);
  await judgeAfter(rig, 25);
  expect([rig.host.merged, isMerged()]).toEqual([[1], true]);
  const reasons = [
    'It changes nothing but links: 1 file, 2 lines.',
    'It brings no problem, and no address is lost.',
    '1 check passed: Build passed.',
    'It was left alone for 25 hours after its last push.',
  ];
  expect(await decisionOf(rig, id)).toEqual({ decision: 'merged', reasons, due: null });
  expect(rig.host.comments.map(({ number, mark }) => [number, mark])).toEqual([[1, `merged-${head}`]]);
  const [comment] = rig.host.comments;
  for (const reason of reasons) expect(comment?.body).toContain(`- ${reason}`);
  expect(comment?.body).toContain('“nowhere.md -> ol.md”');
  expect(await audited()).toMatchObject([{ action: 'pull-request.merge', detail: { commit: head, reasons } }]);
  expect((await rig.read(id)).pullRequest).toMatchObject({ state: 'merged' });
  rig.host.asked.length = 0;
  await judgeAfter(rig, 100);
  expect(rig.host.asked).toEqual([]);
});

test.each<[string, (() => void)[], RegExp]>([
  ['a red check', [() => checks('passed', 'failed')], /^Checks have failed: Build failed\.$/],
  ['a late check', [() => checks('passed', 'running')], /^Checks are running: Build running\.$/],
  ['no check', [() => checks()], /^No check has passed yet/],
  ['skipped checks alone', [() => checks('skipped')], /^No check has passed yet/],
  ['checks that were not all read', [() => rig.host.unread.add(head)], /more checks than Copydesk reads/],
  ['a draft', [() => (rig.host.standing = { isDraft: true })], /^It is a draft\.$/],
  ['the label', [() => (rig.host.standing = { labels: ['docs', 'copydesk:hold'] })], /label copydesk:hold/],
  ['a review', [() => (rig.host.standing = { changesRequestedBy: ['ann'] })], /^Changes are requested by ann\.$/],
  ['an open thread', [() => (rig.host.standing = { openThreads: 2 })], /^It has 2 open threads\.$/],
  ['a conflict', [() => (rig.host.standing = { isMergeable: false })], /^It conflicts with/],
  ['an unknown state', [() => (rig.host.standing = { isMergeable: undefined })], /^The code host is working out/],
])('%s holds it up, until that is over', async (_name, [set], reason) => {
  set?.();
  await judgeAfter(rig, 25);
  expect(await decisionOf(rig, id)).toMatchObject({ decision: 'waits', reasons: [expect.stringMatching(reason)] });
  expect([rig.host.merged, rig.host.comments]).toEqual([[], []]);
  rig.host.standing = {};
  rig.host.unread.clear();
  checks('passed', 'skipped');
  await judgeAfter(rig, 26);
  expect(rig.host.merged).toEqual([1]);
});

test('without required checks none must pass, but a failed one delays the merge', async () => {
  await setPolicy(rig, { requireChecks: false });
  checks('failed');
  await judgeAfter(rig, 25);
  expect(await decisionOf(rig, id)).toMatchObject({
    decision: 'waits',
    reasons: ['Checks have failed: Build failed.'],
  });
  checks();
  await judgeAfter(rig, 26);
  expect(rig.host.merged).toEqual([1]);
});

test('a comment of a person restarts the quarantine', async () => {
  const lastCommentAt = new Date(Date.now() + 20 * hour);
  rig.host.standing = { lastCommentAt };
  await judgeAfter(rig, 25);
  const due = new Date(lastCommentAt.getTime() + 24 * hour).toISOString();
  expect(await decisionOf(rig, id)).toEqual({
    decision: 'waits',
    reasons: [`It is left alone until ${due}: 24 hours after the last comment of a person.`],
    due,
  });
  await judgeAfter(rig, 43);
  expect(rig.host.merged).toEqual([]);
  await judgeAfter(rig, 45);
  expect(rig.host.merged).toEqual([1]);
});

test('a push at the last moment is detected by the host, and then by Copydesk', async () => {
  rig.host.mergeAnswer = { kind: 'moved' };
  await judgeAfter(rig, 25);
  expect(await decisionOf(rig, id)).toMatchObject({
    decision: 'waits',
    reasons: ['Its branch has another commit by now.'],
  });
  const pull = rig.host.pulls.get(1);
  if (pull !== undefined) rig.host.pulls.set(1, { ...pull, headCommit: 'a'.repeat(40) });
  await judgeAfter(rig, 26);
  expect(await decisionOf(rig, id)).toMatchObject({
    decision: 'person',
    reasons: ['Its last commit is not the one that the job has delivered.'],
  });
});

test('a host that refuses is asked three times, an hour apart, and its reason is stored', async () => {
  const because = 'At least 1 approving review is required';
  rig.host.mergeAnswer = { kind: 'refused', because };
  const reasons = [`The code host does not merge it: ${because}.`];
  for (const [hours, decision] of [
    [25, 'waits'],
    [25.5, 'waits'],
    [26.1, 'waits'],
    [27.2, 'person'],
    [100, 'person'],
  ] as const) {
    await judgeAfter(rig, hours);
    expect(await decisionOf(rig, id)).toMatchObject({ decision, reasons });
  }
  expect(rig.host.asked.filter((asked) => asked === 'merge')).toHaveLength(3);
  expect([rig.host.comments, await audited()]).toEqual([[], []]);
});

test('a worker that dies between the merge and the note is followed by one that writes the note once', async () => {
  rig.host.after = (done) => {
    if (done === 'merge') throw new CopydeskError('code_host_unreachable', 'The answer was lost.');
  };
  await judgeAfter(rig, 25);
  expect([isMerged(), rig.host.comments, await audited()]).toEqual([true, [], []]);
  expect(await decisionOf(rig, id)).toMatchObject({ decision: 'merging' });
  rig.host.after = (done) => {
    if (done === 'comment') throw new CopydeskError('code_host_unreachable', 'The answer was lost.');
  };
  await judgeAfter(rig, 26);
  rig.host.after = () => {};
  await Promise.all([judgeAfter(rig, 27), judgeAfter(rig, 27)]);
  expect(await decisionOf(rig, id)).toMatchObject({ decision: 'merged' });
  expect([rig.host.merged, rig.host.comments.length, (await audited()).length]).toEqual([[1], 1, 1]);
});

test('after a worker died before the merge, the next one decides again', async () => {
  rig.host.before = (asked) => {
    if (asked === 'merge') throw new CopydeskError('code_host_unreachable', 'It is away.');
  };
  await judgeAfter(rig, 25);
  expect(await decisionOf(rig, id)).toMatchObject({ decision: 'merging' });
  rig.host.before = () => {};
  checks('passed', 'failed');
  await judgeAfter(rig, 26);
  expect(await decisionOf(rig, id)).toMatchObject({
    decision: 'waits',
    reasons: ['Checks have failed: Build failed.'],
  });
  expect(rig.host.merged).toEqual([]);
});

test('a pull request that a person ends in between is not merged by Copydesk', async () => {
  rig.host.before = (asked) => {
    if (asked !== 'merge') return;
    rig.host.end(1, 'merged');
    throw new CopydeskError('code_host_unreachable', 'It is away.');
  };
  await judgeAfter(rig, 25);
  rig.host.before = () => {};
  await judgeAfter(rig, 26);
  expect(await decisionOf(rig, id)).toMatchObject({ decision: 'person', reasons: ['It was merged by somebody.'] });
  expect([rig.host.comments, await audited()]).toEqual([[], []]);
});

test('a comment that the host refuses does not undo the merge', async () => {
  rig.host.before = (asked) => {
    if (asked === 'comment') throw new CopydeskError('code_host_forbidden', 'The conversation is locked.');
  };
  await judgeAfter(rig, 25);
  expect(await decisionOf(rig, id)).toMatchObject({ decision: 'merged' });
  expect(await audited()).toHaveLength(1);
});

test('an unreachable host is asked again later, and two parallel workers merge once', async () => {
  rig.host.before = () => {
    throw new CopydeskError('code_host_unreachable', 'It is away.');
  };
  await judgeAfter(rig, 25);
  await judgeAfter(rig, 25.01);
  expect(rig.host.asked).toEqual(expect.not.arrayContaining(['merge']));
  rig.host.before = () => {};
  await Promise.all([judgeAfter(rig, 26), judgeAfter(rig, 26)]);
  expect([rig.host.merged, rig.host.comments.length]).toEqual([[1], 1]);
});

test('a policy that is turned off at the last moment merges nothing', async () => {
  rig.host.before = async (asked) => {
    if (asked === 'checksOf') await setPolicy(rig, null);
  };
  await judgeAfter(rig, 25);
  expect([rig.host.merged, (await decisionOf(rig, id))?.decision]).toEqual([[], 'waits']);
});

test('at a host that does not compare the head, a person must merge', async () => {
  rig.host.onlyPeopleMerge = 'It merges whatever is there.';
  await judgeAfter(rig, 25);
  expect(await decisionOf(rig, id)).toMatchObject({
    decision: 'person',
    reasons: [expect.stringContaining('It merges whatever is there.')],
  });
  expect(rig.host.asked).toEqual(expect.not.arrayContaining(['merge']));
});
