import { CopydeskError } from '@copydesk/contract';
import { describe, expect, test } from 'vitest';
import { closePullRequest } from '../../../src/pull-requests/end.ts';
import type { FaultPoint } from '../../../src/worker/fault-points.ts';
import type { WorkerServices } from '../../../src/worker/services.ts';
import { expireLease, replacer } from '../../races/support.ts';
import { mergeOwn, textOn, undo } from './carry-support.ts';
import { hostRig } from '../hosts/host-rig.ts';
import { editGuide, workerRig } from '../rig.ts';
import type { WorkerRig } from '../rig.ts';

const rename = 'Acme Cloud -> Acme Platform';

/** A job whose pull request, the first of the project, is merged. */
async function merged(rig: WorkerRig): Promise<string> {
  const { id } = await rig.create(rename);
  await rig.work();
  await mergeOwn(rig, 1);
  return id;
}

const noModel: Partial<WorkerServices> = {
  resolveModel: () => {
    throw new CopydeskError('model_not_configured', 'There is no key.');
  },
};

const pulls = async (rig: WorkerRig) => await rig.db.selectFrom('pull_request').selectAll().orderBy('number').execute();

describe('an undo', () => {
  test('reverts the merged change, keeps later edits, and needs no model', async () => {
    await using rig = await workerRig(replacer);
    const id = await merged(rig);
    const calls = rig.model.calls.length;
    const edited = (await textOn(rig, 'main')).replace('Run it.', 'Start it.\n');
    await rig.repository.commit({ 'docs/guide.md': edited });
    const { id: undoId, madeFrom, summary } = await undo(rig, id);
    expect({ madeFrom, summary }).toEqual({
      madeFrom: { kind: 'undo', job: id },
      summary: `Undo the job ${id}: ${rename}`,
    });
    const job = await rig.work(noModel);
    expect(job).toMatchObject({ id: undoId, status: 'completed', error: null, madeFrom });
    expect(job.pullRequest).toMatchObject({ number: 2, state: 'open' });
    expect(await textOn(rig, job.source.ref)).toBe(edited.replace('Acme Platform', 'Acme Cloud').trimEnd());
    expect(rig.model.calls).toHaveLength(calls);
    const [, pull] = await pulls(rig);
    expect(pull?.title).toMatch(/^Revert ʺ/);
    expect(pull?.description).toContain(
      `Undoes <http://desk.test/${rig.project.id}/1>, which the job [\`${id}\`](http://desk.test/jobs/${id}) has made.`,
    );
  });

  test('finds pages that were moved since, and deletes pages that were added', async () => {
    const add = { tool: 'write_file', input: { path: 'docs/new.md', content: '# New\n\nSome text.\n' } };
    const calls = [...editGuide('Acme Cloud', 'Acme Platform').calls, add];
    await using rig = await workerRig((call) => (call === 0 ? { calls } : { text: 'Done' }));
    const id = await merged(rig);
    expect(await textOn(rig, 'main', 'docs/new.md')).toContain('Some text.');
    const moved = await textOn(rig, 'main');
    const index = '# Welcome\n\nStart with the [guide](first-guide.md).\n';
    await rig.repository.commit({ 'docs/guide.md': null, 'docs/first-guide.md': `${moved}\n`, 'docs/index.md': index });
    await undo(rig, id);
    const job = await rig.work(noModel);
    expect(job.error).toBeNull();
    expect(await rig.repository.git('diff', '--name-status', 'main', job.source.ref)).toBe(
      'M\tdocs/first-guide.md\nD\tdocs/new.md',
    );
    expect(await textOn(rig, job.source.ref, 'docs/first-guide.md')).toContain('Use Acme Cloud.');
  });

  test('is reported as a conflict that names the files, and may be tried again by a message', async () => {
    await using rig = await workerRig(replacer);
    const id = await merged(rig);
    const stands = await textOn(rig, 'main');
    await rig.repository.commit({ 'docs/guide.md': `${stands.replace('Use Acme Platform.', 'Use the Platform.')}\n` });
    const { id: undoId } = await undo(rig, id);
    expect(await rig.work()).toMatchObject({
      status: 'failed',
      prLink: null,
      error: { code: 'merge_conflict', detail: expect.stringContaining('docs/guide.md') },
    });
    expect(await pulls(rig)).toHaveLength(1);
    await rig.repository.commit({ 'docs/guide.md': `${stands}\n` });
    await rig.send(undoId, 'Try it again');
    expect(await rig.work()).toMatchObject({ id: undoId, status: 'completed', pullRequest: { number: 2 } });
  });

  test('with nothing left to revert changes nothing, and says so', async () => {
    await using rig = await workerRig(replacer);
    const before = await textOn(rig, 'main');
    const id = await merged(rig);
    await rig.repository.commit({ 'docs/guide.md': `${before}\n` });
    await undo(rig, id);
    expect(await rig.work()).toMatchObject({
      status: 'completed',
      prLink: null,
      outcome: { kind: 'nothing_to_do', text: expect.stringContaining('nothing to undo') },
    });
    // It has no pull request, so it conflicts with no job.
    expect((await undo(rig, id)).status).toBe('active');
  });

  test('can be undone, and continues with messages like any job', async () => {
    await using rig = await workerRig(replacer);
    const id = await merged(rig);
    const { id: undoId } = await undo(rig, id);
    await rig.work();
    await rig.send(undoId, 'Run it. -> Start it.');
    expect(await rig.work()).toMatchObject({ id: undoId, pullRequest: { number: 2 }, error: null });
    expect(await textOn(rig, `copydesk/${undoId}`)).toMatch(/Acme Cloud[^]*Start it/);
    await mergeOwn(rig, 2);
    await undo(rig, undoId);
    const job = await rig.work();
    expect(await textOn(rig, job.source.ref)).toMatch(/Acme Platform[^]*Run it/);
  });

  test('applies a message that arrives before its first step on top of the revert', async () => {
    await using rig = await workerRig(replacer);
    const id = await merged(rig);
    const { id: undoId } = await undo(rig, id);
    await rig.send(undoId, 'Run it. -> Start it.');
    expect(await rig.work()).toMatchObject({ status: 'completed', error: null });
    expect(await textOn(rig, `copydesk/${undoId}`)).toMatch(/Acme Cloud[^]*Start it/);
  });
});

describe('an undo at a code host', () => {
  test('uses the commit that the host names, and never the number alone', async () => {
    await using rig = await hostRig(replacer);
    const { id } = await rig.create(rename);
    const { source } = await rig.work();
    const squashed = await rig.repository.commit({ 'docs/guide.md': `${await textOn(rig, source.ref)}\n` });
    rig.host.end(1, 'merged', squashed);
    await rig.db.updateTable('job_delivery').set({ pull_request_state: 'merged' }).execute();
    await rig.repository.commit({ 'docs/index.md': '# Welcome\n\nStart with the [guide](guide.md) now.\n' });
    const { id: undoId } = await undo(rig, id);
    const pull = rig.host.pulls.get(1);
    if (pull) rig.host.pulls.set(1, { ...pull, headRef: 'of-another' });
    expect(await rig.work()).toMatchObject({ id: undoId, error: { code: 'change_not_found' } });
    if (pull) rig.host.pulls.set(1, pull);
    await rig.send(undoId, 'Try again');
    const job = await rig.work();
    expect(job).toMatchObject({ id: undoId, status: 'completed', pullRequest: { number: 2 } });
    expect(await rig.repository.git('diff', '--name-only', 'main', job.source.ref)).toBe('docs/guide.md');
    expect(rig.host.pulls.size).toBe(2);
  });
});

describe('an undo is refused', () => {
  test('for a job without a pull request, or with an open or closed one', async () => {
    await using rig = await workerRig(replacer);
    const { id } = await rig.create(rename);
    await expect(undo(rig, id)).rejects.toMatchObject({ code: 'nothing_to_carry' });
    await rig.work();
    await expect(undo(rig, id)).rejects.toMatchObject({ code: 'pull_request_not_merged' });
    await closePullRequest(rig.db, { projectId: rig.project.id, number: 1, by: { name: 'Ann' } });
    await expect(undo(rig, id)).rejects.toMatchObject({ code: 'nothing_to_carry' });
    await expect(undo(rig, 'job_00000000000000000000000000')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('for a job that is undone already, even by a parallel request, until the pull request of that undo is closed', async () => {
    await using rig = await workerRig(replacer);
    const id = await merged(rig);
    const asked = await Promise.allSettled([undo(rig, id), undo(rig, id), undo(rig, id)]);
    const [first] = asked.flatMap((one) => (one.status === 'fulfilled' ? one.value.id : []));
    const refusals = asked.flatMap((one) => (one.status === 'rejected' ? one.reason : []));
    expect(refusals).toHaveLength(2);
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'already_undone' });
    expect(String(refusals[0])).toContain(first);
    await rig.work();
    await expect(undo(rig, id)).rejects.toMatchObject({ code: 'already_undone' });
    await closePullRequest(rig.db, { projectId: rig.project.id, number: 2, by: { name: 'Ann' } });
    expect((await undo(rig, id)).status).toBe('active');
  });
});

describe('an undo whose worker dies', () => {
  test.each([
    'turn-begun',
    'prepared',
    'before-step',
    'step-stored',
    'verified',
    'delivery-intended',
    'pushed',
    'push-stored',
    'pull-request-reached',
    'pull-request-stored',
  ] as const satisfies FaultPoint[])('at "%s" opens exactly one pull request', async (point) => {
    await using rig = await workerRig(replacer);
    const id = await merged(rig);
    const calls = rig.model.calls.length;
    await undo(rig, id);
    const onFaultPoint: WorkerServices['onFaultPoint'] = (place) => {
      if (place === point) throw new CopydeskError('lease_lost', 'as if killed here');
    };
    expect(await rig.work({ onFaultPoint })).toMatchObject({ status: 'active', prLink: null });
    await expireLease(rig);
    const job = await rig.work();
    expect(job).toMatchObject({ status: 'completed', pullRequest: { number: 2 } });
    expect(await pulls(rig)).toHaveLength(2);
    expect(await rig.repository.git('rev-list', '--count', `main..${job.source.ref}`)).toBe('1');
    expect(await textOn(rig, job.source.ref)).toContain('Acme Cloud');
    expect(rig.model.calls).toHaveLength(calls);
  });
});
