import { CopydeskError } from '@copydesk/contract';
import { describe, expect, test } from 'vitest';
import { archiveJob } from '../../../src/jobs/settle/archive.ts';
import { wakeShared } from '../../../src/jobs/deliver/shared-wait.ts';
import { readWaiting } from '../../../src/jobs/claim/waiting.ts';
import { closePullRequest } from '../../../src/pull-requests/end.ts';
import type { FaultPoint } from '../../../src/worker/fault-points.ts';
import type { WorkerServices } from '../../../src/worker/services.ts';
import { expireLease, replacer, stopAt } from '../../races/support.ts';
import { mergeOwn, textOn } from '../prepare/carry-support.ts';
import { workerRig } from '../rig.ts';
import type { WorkerRig } from '../rig.ts';

const rename = 'Acme Cloud -> Acme Platform';
const start = 'Run it. -> Start it.';

/** A rig whose project makes jobs wait when they change the same files. */
async function waitingRig(): Promise<WorkerRig> {
  const rig = await workerRig(replacer);
  await setSharedFiles(rig, 'wait');
  return rig;
}

async function setSharedFiles(rig: WorkerRig, shared_files: 'tell' | 'wait'): Promise<void> {
  await rig.db.updateTable('project').set({ shared_files }).where('id', '=', rig.project.id).execute();
}

/** Creates two jobs on the guide: the first has an open pull request, and the second waits for it. */
async function oneWaits(rig: WorkerRig, second = start): Promise<{ first: string; second: string }> {
  const first = await rig.create(rename);
  expect(await rig.work()).toMatchObject({ status: 'completed' });
  const { id } = await rig.create(second);
  expect(await rig.work()).toMatchObject({ id, status: 'active', prLink: null });
  return { first: first.id, second: id };
}

async function close(rig: WorkerRig, number: number): Promise<void> {
  await closePullRequest(rig.db, { projectId: rig.project.id, number, by: { name: 'Ann' } });
}

/** A worker that dies at a fault point of the turn. */
function dying(point: FaultPoint): WorkerServices['onFaultPoint'] {
  return (place) => {
    if (place === point) throw new CopydeskError('lease_lost', 'as if killed here');
  };
}

const waiting = async (rig: WorkerRig, id: string) =>
  (await readWaiting(rig.db, [id], { project: 5, total: undefined })).get(id);

const notes = async (rig: WorkerRig, id: string) =>
  (await rig.events(id)).flatMap((event) => (event.type === 'noted' ? [event.data.detail] : []));

const pulls = async (rig: WorkerRig) => await rig.db.selectFrom('pull_request').selectAll().orderBy('number').execute();

describe('a change to files of another open pull request', () => {
  test('waits, reports why, and continues with both changes when the other one is merged', async () => {
    await using rig = await waitingRig();
    const { first, second } = await oneWaits(rig);
    const detail = expect.stringContaining(`pull request #1 of job ${first} (docs/guide.md). It continues when`);
    expect(await waiting(rig, second)).toMatchObject({ reason: 'shared_files', detail, jobs: [first] });
    expect(await notes(rig, second)).toEqual([detail]);
    const row = rig.db.selectFrom('job').select(['leased_by', 'attempts', 'retries']).where('id', '=', second);
    expect(await row.executeTakeFirst()).toEqual({ leased_by: null, attempts: 0, retries: 0 });
    expect(await rig.repository.git('branch', '--list', `copydesk/${second}`)).toBe('');
    expect(await wakeShared(rig.db)).toBe(0);

    await mergeOwn(rig, 1);
    expect(await wakeShared(rig.db)).toBe(1);
    expect(await wakeShared(rig.db)).toBe(0);
    const calls = rig.model.calls.length;
    expect(await rig.work()).toMatchObject({ id: second, status: 'completed', pullRequest: { number: 2 } });
    expect(rig.model.calls).toHaveLength(calls);
    expect(await rig.repository.git('rev-parse', `copydesk/${second}^`)).toBe(
      await rig.repository.git('rev-parse', 'main'),
    );
    expect(await textOn(rig, `copydesk/${second}`)).toMatch(/Acme Platform[^]*Start it/);
    expect((await notes(rig, second)).at(-1)).toBe('The change no longer waits for other jobs, and continues.');
    expect(await waiting(rig, second)).toBeUndefined();
  });

  test('continues on its own base when the other one is closed', async () => {
    await using rig = await waitingRig();
    const { second } = await oneWaits(rig);
    await close(rig, 1);
    expect(await wakeShared(rig.db)).toBe(1);
    expect(await rig.work()).toMatchObject({ status: 'completed', pullRequest: { number: 2 } });
    expect(await textOn(rig, `copydesk/${second}`)).toMatch(/Acme Cloud[^]*Start it/);
    expect((await pulls(rig)).at(1)?.description).not.toContain('waited');
  });

  test('continues on its own base with a note if the other one changed the same lines', async () => {
    await using rig = await waitingRig();
    const { second } = await oneWaits(rig, 'Acme Cloud -> Acme One');
    await mergeOwn(rig, 1);
    expect(await wakeShared(rig.db)).toBe(1);
    expect(await rig.work()).toMatchObject({ status: 'completed', pullRequest: { number: 2 } });
    expect(await textOn(rig, `copydesk/${second}`)).toContain('Acme One');
    expect((await pulls(rig)).at(1)?.description).toContain(
      'changed the same lines of `docs/guide.md`, so it conflicts',
    );
    expect(await notes(rig, second)).toContainEqual(
      expect.stringContaining('main changed the same lines: docs/guide.md'),
    );
  });

  test('has nothing left to do if the same change was merged', async () => {
    await using rig = await waitingRig();
    const { second } = await oneWaits(rig, rename);
    await mergeOwn(rig, 1);
    await wakeShared(rig.db);
    expect(await rig.work()).toMatchObject({ id: second, status: 'completed', prLink: null });
    expect(await pulls(rig)).toHaveLength(1);
  });

  test('continues after the longest wait, with a note', async () => {
    await using rig = await waitingRig();
    const { second } = await oneWaits(rig);
    const past = new Date(0);
    await rig.db.updateTable('shared_wait').set({ until: past }).where('job_id', '=', second).execute();
    await rig.db.updateTable('job').set({ not_before: past }).where('id', '=', second).execute();
    expect(await rig.work()).toMatchObject({ id: second, status: 'completed' });
    expect((await notes(rig, second)).at(-1)).toContain(
      'has waited 72 hours for other jobs, and continues without them',
    );
    const description = (await pulls(rig)).at(1)?.description;
    expect(description).toContain('This change waited 72 hours');
    expect(description).toContain('Other open pull requests of Copydesk change the same files');
  });

  test('does not wait if its project only reports, and continues when this is set during the wait', async () => {
    await using rig = await waitingRig();
    const { second } = await oneWaits(rig);
    await setSharedFiles(rig, 'tell');
    expect(await wakeShared(rig.db)).toBe(1);
    expect(await rig.work()).toMatchObject({ id: second, status: 'completed', pullRequest: { number: 2 } });
    const third = await rig.create('Set up -> Begin');
    expect(await rig.work()).toMatchObject({ id: third.id, status: 'completed', pullRequest: { number: 3 } });
    const kept = await rig.db.selectFrom('shared_wait').select('job_id').execute();
    expect(kept.map(({ job_id: id }) => id)).not.toContain(third.id);
  });
});

describe('a job that waits', () => {
  test('handles a message at once, and then waits with its result, no longer than before', async () => {
    await using rig = await waitingRig();
    const { first, second } = await oneWaits(rig);
    const until = (await waiting(rig, second))?.until;
    await rig.send(second, 'Set up -> Begin');
    expect(await rig.work()).toMatchObject({ id: second, status: 'active' });
    expect(await waiting(rig, second)).toMatchObject({ reason: 'shared_files', until, jobs: [first] });
    expect(await notes(rig, second)).toHaveLength(1);
    await mergeOwn(rig, 1);
    await wakeShared(rig.db);
    expect(await rig.work()).toMatchObject({ status: 'completed' });
    expect(await textOn(rig, `copydesk/${second}`)).toMatch(/Acme Platform[^]*Begin[^]*Start it/);
  });

  test('can be archived, and is then not checked any more', async () => {
    await using rig = await waitingRig();
    const { second } = await oneWaits(rig);
    await archiveJob(rig.db, { projectId: rig.project.id, jobId: second, by: 'api' });
    await close(rig, 1);
    expect(await wakeShared(rig.db)).toBe(0);
    expect(await rig.db.selectFrom('shared_wait').select('job_id').where('passed_at', 'is', null).execute()).toEqual(
      [],
    );
  });

  test('does not delay further work in its own open pull request', async () => {
    await using rig = await waitingRig();
    const { first, second } = await oneWaits(rig);
    await rig.send(first, 'Set up -> Begin');
    expect(await rig.work()).toMatchObject({ id: first, status: 'completed', pullRequest: { number: 1 } });
    expect(await waiting(rig, second)).toMatchObject({ reason: 'shared_files' });
  });

  const points: FaultPoint[] = [
    'prepared',
    'verified',
    'not-held-back',
    'delivery-intended',
    'pushed',
    'push-stored',
    'pull-request-reached',
    'pull-request-stored',
  ];

  test('delivers exactly one pull request with both changes, wherever its worker dies', async () => {
    await using rig = await waitingRig();
    const { second } = await oneWaits(rig);
    await mergeOwn(rig, 1);
    await wakeShared(rig.db);
    for (const point of points) {
      expect(await rig.work({ onFaultPoint: dying(point) })).toMatchObject({ status: 'active' });
      await expireLease(rig);
    }
    expect(await rig.work()).toMatchObject({ id: second, status: 'completed', pullRequest: { number: 2 } });
    expect(await pulls(rig)).toHaveLength(2);
    expect(await textOn(rig, `copydesk/${second}`)).toMatch(/Acme Platform[^]*Start it/);
    expect(await rig.repository.git('rev-list', '--count', `main..copydesk/${second}`)).toBe('1');
  });

  test('waits at the next attempt if its worker died before the wait was stored', async () => {
    await using rig = await waitingRig();
    await rig.create(rename);
    await rig.work();
    const { id } = await rig.create(start);
    expect(await rig.work({ onFaultPoint: dying('verified') })).toMatchObject({ id, status: 'active' });
    expect(await rig.db.selectFrom('shared_wait').select('job_id').where('job_id', '=', id).execute()).toEqual([]);
    await expireLease(rig);
    expect(await rig.work()).toMatchObject({ id, status: 'active' });
    expect(await waiting(rig, id)).toMatchObject({ reason: 'shared_files' });
  });
});

describe('two jobs at work', () => {
  test('the younger one waits for the older one, which has changed the same file', async () => {
    await using rig = await waitingRig();
    const older = await rig.create(rename);
    const stopped = await stopAt(rig, 'verified');
    const younger = await rig.create(start);
    expect(await rig.work()).toMatchObject({ id: younger.id, status: 'active' });
    const detail = expect.stringContaining(`change the same files: job ${older.id} (docs/guide.md). It continues`);
    expect(await waiting(rig, younger.id)).toMatchObject({ reason: 'shared_files', jobs: [older.id], detail });
    expect(await stopped.wake()).toMatchObject({ id: older.id, status: 'completed', pullRequest: { number: 1 } });
    expect(await wakeShared(rig.db)).toBe(0);
    await archiveJob(rig.db, { projectId: rig.project.id, jobId: older.id, by: 'api' });
    expect(await wakeShared(rig.db)).toBe(1);
    expect(await rig.work()).toMatchObject({ id: younger.id, status: 'completed' });
  });

  test('the older one waits if the younger one was ready first, and both complete', async () => {
    await using rig = await waitingRig();
    const older = await rig.create(rename);
    const slow = await stopAt(rig, 'prepared');
    const younger = await rig.create(start);
    const quick = await stopAt(rig, 'not-held-back');
    expect(await slow.wake()).toMatchObject({ id: older.id, status: 'active' });
    expect(await waiting(rig, older.id)).toMatchObject({ reason: 'shared_files', jobs: [younger.id] });
    expect(await quick.wake()).toMatchObject({ id: younger.id, status: 'completed' });
    await mergeOwn(rig, 1);
    expect(await wakeShared(rig.db)).toBe(1);
    expect(await rig.work()).toMatchObject({ id: older.id, status: 'completed', pullRequest: { number: 2 } });
  });

  test('the younger one continues when the older one ends without a pull request', async () => {
    await using rig = await waitingRig();
    await rig.create(rename);
    const stopped = await stopAt(rig, 'verified', {
      codeHost: (project, lease) => ({
        ...rig.services.codeHost(project, lease),
        open: () => Promise.reject(new CopydeskError('repository_unauthorized', 'The token is no longer valid.')),
      }),
    });
    const younger = await rig.create(start);
    await rig.work();
    expect(await stopped.wake()).toMatchObject({ status: 'failed' });
    expect(await wakeShared(rig.db)).toBe(1);
    expect(await rig.work()).toMatchObject({ id: younger.id, status: 'completed' });
  });
});
