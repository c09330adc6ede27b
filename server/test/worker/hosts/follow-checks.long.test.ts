import { CopydeskError } from '@copydesk/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { archiveJob } from '../../../src/jobs/settle/archive.ts';
import { listJobs } from '../../../src/jobs/read/read.ts';
import { check, checksRig } from './checks-rig.ts';
import type { ChecksRig } from './checks-rig.ts';

let rig: ChecksRig;
beforeEach(async () => {
  rig = await checksRig();
});
afterEach(async () => await rig[Symbol.asyncDispose]());

const followed = async () =>
  await rig.db.selectFrom('checked_commit').select(['commit', 'state', 'outcome']).orderBy('since').execute();

const changed = () => rig.notify({ kind: 'checks_changed', headCommit: rig.head(), at: String(rig.host.asked.length) });

test('the checks of a delivered commit are requested after a pause, and reported when they change', async () => {
  rig.say(check('build', 'running'), check('lint', 'passed'));
  await rig.handleHosts();
  expect(rig.host.asked).not.toContain('checksOf');
  await rig.ask(2);
  expect(await rig.checkEvents()).toEqual([
    { number: 1, commit: rig.head(), state: 'running', isWhole: true, running: 1, passed: 1, failed: 0, failing: [] },
  ]);
  rig.say(check('build', 'passed'), check('lint', 'passed'));
  await rig.ask(2);
  expect((await rig.checkEvents()).at(-1)).toMatchObject({ state: 'passed', running: 0, passed: 2 });
  expect(await followed()).toEqual([{ commit: rig.head(), state: 'passed', outcome: 'all have passed' }]);
  expect(await rig.read(rig.jobId)).toMatchObject({ status: 'completed' });
  const asked = rig.host.asked.filter((name) => name === 'checksOf').length;
  await rig.ask();
  expect(rig.host.asked.filter((name) => name === 'checksOf')).toHaveLength(asked);
});

test('a job shows thirty checks, and a list of jobs the first failed ones, without their texts', async () => {
  const many = Array.from({ length: 40 }, (_, index) =>
    check(`job ${index}`, index % 8 === 7 ? 'failed' : 'passed', 'Why'),
  );
  rig.say(...many);
  await rig.ask();
  const job = await rig.read(rig.jobId);
  const { jobs } = await listJobs(rig.db, rig.project.id, { limit: 10 });
  const counts = { running: 0, passed: 35, failed: 5, skipped: 0 };
  expect(job.checks).toMatchObject({ state: 'failed', counts });
  expect(job.checks?.checks.map(({ state }) => state)).toEqual([
    ...Array(5).fill('failed'),
    ...Array(25).fill('passed'),
  ]);
  expect(jobs[0]?.checks).toMatchObject({ commit: rig.head(), state: 'failed', counts });
  expect(jobs[0]?.checks?.checks).toEqual(job.checks?.checks.slice(0, 3).map((one) => ({ ...one, summary: null })));
});

test('a webhook causes a request at once, and restarts an ended commit', async () => {
  rig.say(check('build', 'passed'));
  await rig.ask(2);
  rig.say(check('build', 'running'));
  await rig.db
    .updateTable('checked_commit')
    .set({ asked_at: new Date(0) })
    .execute();
  await changed();
  await rig.handleHosts();
  expect((await rig.checkEvents()).map(({ state }) => state)).toEqual(['passed', 'running']);
  expect(Object.keys(await rig.outcomes()).filter((key) => key.startsWith('checks'))).toEqual([]);
});

test('with frequent notifications, the host is asked every ten seconds at most', async () => {
  rig.say(check('build', 'running'));
  await rig.ask();
  const asked = rig.host.asked.length;
  await changed();
  await rig.handleHosts();
  expect(rig.host.asked).toHaveLength(asked);
});

test('with endless notifications, a host is asked every five minutes', async () => {
  rig.say(check('build', 'running'));
  await rig.ask();
  const asked = rig.host.asked.length;
  const since = async (seconds: number): Promise<void> => {
    const long = { asked: 400, asked_at: new Date(Date.now() - seconds * 1_000), ask_after: new Date(8e12) };
    await rig.db.updateTable('checked_commit').set(long).execute();
    await changed();
    await rig.handleHosts();
  };
  await since(200);
  expect(rig.host.asked).toHaveLength(asked);
  await since(310);
  expect(rig.host.asked.length).toBeGreaterThan(asked);
});

test('a webhook does not delay an earlier request', async () => {
  rig.say(check('build', 'running'));
  await rig.ask();
  await rig.db.updateTable('checked_commit').set({ asked: 400, asked_at: new Date(), ask_after: new Date() }).execute();
  const asked = rig.host.asked.length;
  await changed();
  await rig.handleHosts();
  expect(rig.host.asked.length).toBeGreaterThan(asked);
});

test('checks of a commit that is not followed are ignored', async () => {
  await rig.notify({ kind: 'checks_changed', headCommit: 'b'.repeat(40), at: '1' });
  await rig.handleHosts();
  expect(rig.host.asked).not.toContain('checksOf');
});

test('a repository without checks is requested for a quarter of an hour', async () => {
  await rig.ask(2);
  expect(await followed()).toMatchObject([{ outcome: null }]);
  await rig.db
    .updateTable('checked_commit')
    .set({ since: new Date(Date.now() - 16 * 60_000) })
    .execute();
  await rig.ask();
  expect(await followed()).toMatchObject([{ state: 'none', outcome: 'there are none' }]);
  expect(await rig.checkEvents()).toEqual([]);
});

test('a check that never ends is followed for the waiting time of the project', async () => {
  await rig.db.updateTable('project').set({ ci_wait_minutes: 20 }).execute();
  rig.say(check('build', 'running'));
  await rig.ask(2);
  await rig.db
    .updateTable('checked_commit')
    .set({ since: new Date(Date.now() - 21 * 60_000) })
    .execute();
  await rig.ask();
  expect(await followed()).toMatchObject([{ state: 'running', outcome: 'they never ended' }]);
  expect(await rig.noted()).toEqual(['Checks of pull request #1 still run after 20 minutes of waiting: build.']);
});

test('unread checks do not count as passed: the job says so, and the unknown result is noted at the end', async () => {
  await rig.db.updateTable('project').set({ ci_wait_minutes: 20 }).execute();
  rig.say(check('build', 'passed'));
  rig.host.unread.add(rig.head());
  await rig.ask(3);
  expect(await followed()).toMatchObject([{ state: 'running', outcome: null }]);
  expect(await rig.checkEvents()).toMatchObject([{ state: 'running', isWhole: false, running: 0, passed: 1 }]);
  expect((await rig.read(rig.jobId)).checks).toMatchObject({ state: 'running', isWhole: false });
  await rig.db
    .updateTable('checked_commit')
    .set({ since: new Date(Date.now() - 21 * 60_000) })
    .execute();
  await rig.ask();
  expect(await followed()).toMatchObject([{ state: 'running', outcome: 'not all could be read' }]);
  expect(await rig.noted()).toEqual([
    'Pull request #1 has more checks than the 1 that were read, none of which failed: whether the others passed is unknown.',
  ]);
  expect(await rig.rounds()).toEqual([]);
});

test('after people push, their commit is followed instead, found by polling and by webhook', async () => {
  const own = rig.head();
  const theirs = 'c'.repeat(40);
  const pull = rig.host.pulls.get(1);
  if (pull === undefined) throw new Error('There is no pull request');
  rig.host.pulls.set(1, { ...pull, headCommit: theirs });
  await rig.ask(2);
  expect(await followed()).toMatchObject([
    { commit: own, outcome: 'a newer commit is followed' },
    { commit: theirs, outcome: null },
  ]);
  const further = await rig.repository.commit({ 'docs/new.md': '# New\n' }, { branch: `copydesk/${rig.jobId}` });
  rig.host.pulls.set(1, { ...pull, headCommit: further });
  await rig.notify({ kind: 'pushed', branch: `copydesk/${rig.jobId}`, commit: further });
  await rig.handleHosts();
  expect((await followed()).at(-1)).toMatchObject({ commit: further, outcome: null });
});

test('a host that reports another head each time gets one request per pause, for up to two hundred commits', async () => {
  const pull = rig.host.pulls.get(1);
  if (pull === undefined) throw new Error('There is no pull request');
  let heads = 0;
  rig.host.before = (asked) => {
    if (asked === 'read') rig.host.pulls.set(1, { ...pull, headCommit: String((heads += 1)).padStart(40, '0') });
  };
  await rig.ask();
  expect(heads).toBe(1);
  await rig.ask(2);
  expect(heads).toBe(3);
  expect(await followed()).toHaveLength(4);
  await sql`
    insert into checked_commit (job_id, commit, number, ask_after, ended_at, outcome)
    select ${rig.jobId}, 'c' || n, 1, now(), now(), 'over' from generate_series(1, 200) n
  `.execute(rig.db);
  await rig.ask(2);
  expect(heads).toBe(4);
  expect((await followed()).filter(({ outcome }) => outcome === null)).toEqual([]);
});

test('a host that alternates between two heads gets fewer and fewer requests', async () => {
  const pull = rig.host.pulls.get(1);
  if (pull === undefined) throw new Error('There is no pull request');
  const heads = [rig.head(), 'c'.repeat(40)];
  let reads = 0;
  rig.host.before = (asked) => {
    if (asked === 'read') rig.host.pulls.set(1, { ...pull, headCommit: heads[(reads += 1) % 2] ?? '' });
  };
  await rig.ask(6);
  expect(reads).toBe(6);
  const counts = await rig.db.selectFrom('checked_commit').select('asked').execute();
  expect(counts.map(({ asked }) => asked)).toEqual([3, 3]);
});

test('checks that can never be read are followed for the waiting time', async () => {
  rig.host.before = (asked) => {
    if (asked === 'checksOf') throw new CopydeskError('code_host_forbidden', 'Not yours.');
  };
  await rig.ask(2);
  expect(await followed()).toMatchObject([{ outcome: null }]);
  const long = { since: new Date(Date.now() - 61 * 60_000) };
  await rig.db.updateTable('checked_commit').set(long).execute();
  await rig.ask(2);
  expect(await followed()).toMatchObject([{ outcome: 'they could not be read' }]);
  expect(await rig.noted()).toEqual(['Checks of pull request #1 could not be read.']);
});

test('the same outcome again is noted once', async () => {
  await rig.db.updateTable('project').set({ ci_wait_minutes: 20 }).execute();
  rig.say(check('build', 'running'));
  await rig.ask();
  const long = { since: new Date(Date.now() - 21 * 60_000) };
  await rig.db.updateTable('checked_commit').set(long).execute();
  await rig.ask();
  for (const _ of [1, 2]) {
    await rig.passTime();
    await changed();
    await rig.handleHosts();
  }
  expect(await followed()).toMatchObject([{ outcome: 'they never ended' }]);
  expect(await rig.noted()).toHaveLength(1);
});

test.each(['merged', 'closed'] as const)('a %s pull request is no longer followed', async (state) => {
  rig.say(check('build', 'running'));
  rig.host.end(1, state);
  await rig.ask();
  expect(await followed()).toMatchObject([{ outcome: `the pull request is ${state}` }]);
  expect(rig.host.asked).not.toContain('checksOf');
});

test('the pull request of an archived job is no longer followed', async () => {
  await rig.db.updateTable('job').set({ status: 'archived', archived_at: new Date() }).execute();
  await rig.ask();
  expect(await followed()).toMatchObject([{ outcome: 'the job is archived' }]);
});

const archivedMeanwhile = async (then: () => void) => {
  const archive = { projectId: rig.project.id, jobId: rig.jobId, by: 'person' as const };
  rig.host.before = async (asked) => {
    if (asked !== 'checksOf') return;
    await archiveJob(rig.db, archive);
    then();
  };
  await rig.ask();
  rig.host.before = () => {};
  expect((await rig.events(rig.jobId)).at(-1)?.type).toBe('archived');
};

test('a job that is archived while its host answers gets no further entry', async () => {
  rig.say(check('build', 'passed'));
  await archivedMeanwhile(() => {});
  await rig.ask();
  expect((await rig.events(rig.jobId)).at(-1)?.type).toBe('archived');
  expect(await followed()).toMatchObject([{ state: 'none', outcome: 'the job is archived' }]);
});

test('a job that is archived while its host answers gets no note about unreadable checks', async () => {
  rig.say(check('build', 'passed'));
  await rig.db
    .updateTable('checked_commit')
    .set({ since: new Date(Date.now() - 61 * 60_000) })
    .execute();
  await archivedMeanwhile(() => {
    throw new Error('Not a list');
  });
  expect(await followed()).toMatchObject([{ outcome: 'they could not be read' }]);
});

test('a different pull request with the same number is not followed', async () => {
  const theirs = { number: 1, link: 'https://host.test/acme/docs/pull/1', headRef: 'fix', baseRef: 'main' };
  rig.host.pulls.set(1, { ...theirs, headCommit: rig.head(), state: 'open' });
  await rig.ask();
  expect(await followed()).toMatchObject([{ outcome: 'the job has no such pull request' }]);
});

test('a host that does not answer gets another request later', async () => {
  rig.say(check('build', 'passed'));
  rig.host.before = (asked) => {
    if (asked === 'checksOf') throw new CopydeskError('code_host_unreachable', 'Away.');
  };
  await rig.ask();
  rig.host.before = () => {};
  await rig.ask(2);
  expect(await followed()).toMatchObject([{ outcome: 'all have passed' }]);
});

test('a worker with an old answer does not overwrite the newer result of another one', async () => {
  rig.say(check('build', 'passed'));
  await rig.ask();
  rig.host.before = async (asked) => {
    if (asked === 'checksOf') await rig.db.updateTable('checked_commit').set({ state: 'failed' }).execute();
  };
  await rig.ask();
  expect(await followed()).toMatchObject([{ state: 'failed', outcome: null }]);
});

test('a project whose pull requests Copydesk keeps follows no checks', async () => {
  await rig.db.updateTable('code_host_connection').set({ host: 'git' }).execute();
  await rig.send(rig.jobId, 'Run it. -> Start it.');
  await rig.work();
  expect(await followed()).toHaveLength(1);
});
