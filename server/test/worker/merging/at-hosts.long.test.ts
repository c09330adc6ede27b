import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { watchOpenMerges } from '../../../src/jobs/hosts/merge-watch.ts';
import { bitbucket, openedAt, places } from '../hosts/host-places.ts';
import type { Place } from '../hosts/host-places.ts';
import type { HostRig } from '../hosts/host-rig.ts';
import { decisionOf, files, fixLink, judgeAfter, replaceIt, setPolicy } from './rig.ts';

// The merge policy over the API of each host, with branches of a real repository.

let stack: AsyncDisposableStack;
beforeEach(() => {
  stack = new AsyncDisposableStack();
});
afterEach(async () => await stack.disposeAsync());

async function opened(start: (rig: HostRig) => Promise<Place>) {
  const options = { script: replaceIt, prompt: fixLink, files, docsFolder: 'docs' };
  const { rig, place, job, services, head, handleHosts } = await openedAt<Place>(start, stack, options);
  await setPolicy(rig);
  await rig.db.transaction().execute((transaction) => watchOpenMerges(transaction, rig.project.id));
  const commit = await head();
  const guideOnMain = async () => await rig.repository.git('show', 'main:docs/guide.md');
  const check = { id: 1, commit, name: 'Build', event: 'push' } as const;
  const after = { ...rig, services: { ...rig.services, ...services } };
  return {
    rig,
    place,
    job,
    commit,
    handleHosts,
    build: (passed: boolean, id = 1) => place.ends({ ...check, passed, id }),
    judgeAfter: async (hours: number) => await judgeAfter(after, hours),
    decision: async () => await decisionOf(rig, job.id),
    /** Somebody pushes another page to its branch. */
    push: async () => await rig.repository.commit({ 'docs/ol.md': '# Old\n\nOlder.\n' }, { branch: job.source.ref }),
    /** The guide on the base branch. */
    guide: guideOnMain,
    /** What a merge would have changed: the base branch, and the comments. */
    standing: async () => [await guideOnMain(), place.said()],
    parents: async () => (await rig.repository.git('log', '-1', '--format=%P', 'main')).split(' '),
  };
}

const forPeople = {
  decision: 'person',
  reasons: ['Its last commit is not the one that the job has delivered.'],
};
const nothingDone = [files['docs/guide.md'].trimEnd(), []];

const { bitbucket: _, ...merging } = places;

describe.each(Object.entries(merging))('%s', (_name, start) => {
  test('merges a small change at its head after the quarantine, once, with one comment that says why', async () => {
    const at = await opened(start);
    at.build(true);
    await at.judgeAfter(23);
    expect(await at.decision()).toMatchObject({ decision: 'waits' });
    const base = await at.rig.repository.git('rev-parse', 'main');
    await at.judgeAfter(25);
    expect(await at.decision()).toEqual({
      decision: 'merged',
      due: null,
      reasons: expect.arrayContaining([
        'It changes nothing but links: 1 file, 2 lines.',
        expect.stringMatching(/^1 check passed: .*Build/),
      ]),
    });
    expect([await at.parents(), await at.guide()]).toEqual([
      [base.trim(), at.commit],
      '# Guide\n\nYou recieve [mail](ol.md).',
    ]);
    expect(at.place.said()).toEqual([expect.stringContaining('It changes nothing but links')]);
    await at.judgeAfter(100);
    await at.handleHosts();
    expect(at.place.said()).toHaveLength(1);
    expect(await at.rig.read(at.job.id)).toMatchObject({ status: 'completed', pullRequest: { state: 'merged' } });
  });

  test('merges nothing while a check has failed, and leaves a pull request with later commits to people', async () => {
    const at = await opened(start);
    at.build(false);
    await at.judgeAfter(25);
    expect(await at.decision()).toMatchObject({
      decision: 'waits',
      reasons: expect.arrayContaining([expect.stringMatching(/^Checks have failed: .*Build/)]),
    });
    await at.push();
    await at.judgeAfter(26);
    expect(await at.decision()).toMatchObject(forPeople);
    expect(await at.standing()).toEqual(nothingDone);
  });

  test('a push that arrives while it merges is not merged unseen', async () => {
    const at = await opened(start);
    at.build(true);
    at.place.mergeBy({
      before: async () => void (await at.push()),
    });
    await at.judgeAfter(25);
    expect(await at.decision()).toMatchObject({
      decision: 'waits',
      reasons: ['Its branch has another commit by now.'],
    });
    await at.judgeAfter(26);
    expect(await at.decision()).toMatchObject(forPeople);
    expect(await at.standing()).toEqual(nothingDone);
  });

  test('a conflict with the base branch holds it up', async () => {
    const at = await opened(start);
    at.build(true);
    const edited = '# Guide\n\nRead [mail](index.md).';
    await at.rig.repository.commit({ 'docs/guide.md': `${edited}\n` });
    await at.judgeAfter(25);
    expect(await at.decision()).toMatchObject({
      decision: 'waits',
      reasons: ['It conflicts with the branch that it goes into.'],
    });
    expect([await at.guide(), at.place.said()]).toEqual([edited, []]);
  });

  test("a rule of the host that refuses it is stored with the host's words, and is not fought", async () => {
    const at = await opened(start);
    at.build(true);
    at.place.mergeBy({ refusal: 'At least 1 approving review is required' });
    for (const hours of [25, 26.1, 27.2, 100]) await at.judgeAfter(hours);
    expect(await at.decision()).toMatchObject({
      decision: 'person',
      reasons: [expect.stringContaining('At least 1 approving review is required')],
    });
    expect(await at.standing()).toEqual(nothingDone);
  });

  test('a pull request that a person closes is left alone', async () => {
    const at = await opened(start);
    at.build(true);
    await at.place.close();
    await at.judgeAfter(25);
    expect(await at.decision()).toMatchObject({ decision: 'person', reasons: ['It was closed by somebody.'] });
    expect(await at.standing()).toEqual(nothingDone);
  });

  test('a comment of a person restarts the quarantine', async () => {
    const at = await opened(start);
    at.build(true);
    await sql`update merge_watch set delivered_at = delivered_at - interval '2 hours'`.execute(at.rig.db);
    await at.place.say('wren', 'Should this be a redirect?');
    await at.judgeAfter(23);
    expect(await at.decision()).toMatchObject({
      decision: 'waits',
      reasons: [expect.stringMatching(/24 hours after .*comment/)],
    });
    await at.judgeAfter(25);
    expect(await at.decision()).toMatchObject({ decision: 'merged' });
  });
});

test('at Bitbucket, whose API takes no commit to compare, a person merges', async () => {
  const at = await opened(bitbucket);
  at.build(true);
  await at.judgeAfter(25);
  expect(await at.decision()).toMatchObject({
    decision: 'person',
    reasons: [expect.stringContaining('Bitbucket cannot be asked to merge only the commit that was judged')],
  });
  expect(await at.standing()).toEqual(nothingDone);
});
