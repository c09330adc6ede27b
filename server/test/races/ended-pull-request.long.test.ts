import { describe, expect, test } from 'vitest';
import { closePullRequest, mergePullRequest } from '../../src/pull-requests/end.ts';
import { workerRig } from '../worker/rig.ts';
import type { WorkerRig } from '../worker/rig.ts';
import { replacer, stopAt } from './support.ts';

const by = { name: 'Ann', email: 'ann@example.org' };

/** The ways in which a pull request ends during the work on a follow-up. */
const endings = {
  merged: async (rig: WorkerRig) => {
    const source = { id: rig.project.id, kind: 'path' as const, location: rig.repository.path };
    const repository = await rig.services.workspace.repository(source);
    const request = { projectId: rig.project.id, number: 1, headCommit: undefined, by, at: new Date() };
    await mergePullRequest(rig.db, repository, request);
  },
  'merged, and its branch deleted by the host': async (rig: WorkerRig, branch: string) => {
    await endings.merged(rig);
    await rig.repository.git('branch', '-D', branch);
  },
  'squashed by a host, and its branch deleted': async (rig: WorkerRig, branch: string) => {
    const guide = await rig.repository.git('show', `${branch}:docs/guide.md`);
    const squash = await rig.repository.commit({ 'docs/guide.md': `${guide}\n` });
    const ended = { state: 'merged', merge_commit: squash, ended_at: new Date(), ended_by: 'Ann' };
    await rig.db.updateTable('pull_request').set(ended).execute();
    await rig.repository.git('branch', '-D', branch);
  },
  closed: async (rig: WorkerRig) => {
    await closePullRequest(rig.db, { projectId: rig.project.id, number: 1, by });
  },
};

/** Returns a job with an open pull request, whose follow-up is stopped at a fault point of its turn. */
async function followUpStoppedAt(
  rig: WorkerRig,
  point: 'verified' | 'delivery-intended' | 'push-stored',
  prompt: string,
) {
  const { id } = await rig.create('Acme Cloud -> Acme Platform');
  await rig.work();
  await rig.send(id, prompt);
  const branch = `copydesk/${id}`;
  return { id, branch, head: await rig.repository.git('rev-parse', branch), stopped: await stopAt(rig, point) };
}

describe('a pull request ends while a follow-up to it is worked on', () => {
  test.each(Object.entries(endings))(
    '%s: the change gets a branch and a pull request of its own',
    async (name, end) => {
      await using rig = await workerRig(replacer);
      const { id, branch, head, stopped } = await followUpStoppedAt(rig, 'verified', 'Run it. -> Start it.');
      await end(rig, branch);
      const next = `${branch}-2`;
      const prLink = `http://desk.test/${rig.project.id}/2`;
      expect(await stopped.wake()).toMatchObject({ status: 'completed', prLink, source: { ref: next } });
      // One commit on top of the current base branch, checked there, and the model was not asked again.
      expect(await rig.repository.git('rev-parse', `${next}^`)).toBe(await rig.repository.git('rev-parse', 'main'));
      const guide = await rig.repository.git('show', `${next}:docs/guide.md`);
      expect(guide).toContain('Start it.');
      expect(guide).toContain(name === 'closed' ? 'Use Acme Cloud.' : 'Use Acme Platform.');
      expect(rig.model.calls).toHaveLength(4);
      const checked = (await rig.events(id)).filter((event) => event.type === 'checked');
      expect(checked).toHaveLength(3);
      // The old branch is unchanged since people ended its pull request.
      const left = await rig.repository.git('for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`);
      expect(left).toBe(name.endsWith('deleted') || name.endsWith('host') ? '' : head);
    },
  );

  test('closed, and the base branch has changed the same words: the job fails and says so', async () => {
    await using rig = await workerRig(replacer);
    const { branch, head, stopped } = await followUpStoppedAt(rig, 'verified', 'Acme Platform -> Acme Works');
    await endings.closed(rig);
    const job = await stopped.wake();
    expect(job).toMatchObject({ status: 'failed', error: { code: 'merge_conflict' } });
    expect(job.error?.detail).toMatch(/#1 was closed.*docs\/guide\.md/);
    expect(await rig.repository.git('for-each-ref', '--format=%(objectname)', 'refs/heads/copydesk/')).toBe(head);
    expect(await rig.repository.git('rev-parse', branch)).toBe(head);
  });

  test.each(['merged', 'closed'] as const)(
    '%s between the last check and the push: another pull request is opened from the same branch',
    async (how) => {
      await using rig = await workerRig(replacer);
      const { branch, head, stopped } = await followUpStoppedAt(rig, 'delivery-intended', 'Run it. -> Start it.');
      await endings[how](rig);
      const prLink = `http://desk.test/${rig.project.id}/2`;
      expect(await stopped.wake()).toMatchObject({ status: 'completed', prLink, source: { ref: branch } });
      expect(await rig.repository.git('rev-parse', `${branch}^`)).toBe(head);
    },
  );

  test('merged after the push, with the change in it: the job keeps this pull request, and opens no other', async () => {
    await using rig = await workerRig(replacer);
    const { id, branch, stopped } = await followUpStoppedAt(rig, 'push-stored', 'Run it. -> Start it.');
    await endings.merged(rig);
    const prLink = `http://desk.test/${rig.project.id}/1`;
    expect(await stopped.wake()).toMatchObject({ status: 'completed', prLink, source: { ref: branch } });
    expect(await rig.repository.git('show', 'main:docs/guide.md')).toMatch(/Acme Platform[^]*Start it/);
    const reached = (await rig.events(id)).filter((event) => event.type === 'pull_request');
    expect(reached.map((event) => event.data.opened)).toEqual([true, false]);
  });
});
