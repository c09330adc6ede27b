import { describe, expect, test } from 'vitest';
import type { WorkerServices } from '../../../src/worker/services.ts';
import { editGuide, read, workerRig } from '../rig.ts';
import type { WorkerRig } from '../rig.ts';

/** Two prompts, one page, one edit each. */
const twoTurns = [
  editGuide('Acme Cloud', 'Acme Platform'),
  { text: 'First' },
  editGuide('Run it.', 'Start it.'),
  { text: 'Second' },
];

async function endPullRequests(rig: WorkerRig, state: 'merged' | 'closed'): Promise<void> {
  await rig.db
    .updateTable('pull_request')
    .set({ state, merge_commit: state === 'merged' ? 'a'.repeat(40) : null, ended_at: new Date(), ended_by: 'Ann' })
    .execute();
}

async function pullRequest(rig: WorkerRig, number: number) {
  return await rig.db.selectFrom('pull_request').selectAll().where('number', '=', number).executeTakeFirstOrThrow();
}

describe('a job on a real repository', () => {
  test('becomes one commit on a branch of its own and one pull request', async () => {
    const changed = editGuide('Acme Cloud', 'Acme Platform');
    await using rig = await workerRig([changed, { text: 'Rename the product\n\nIn one page.' }]);
    const base = await rig.repository.git('rev-parse', 'main');
    const { id } = await rig.create('Rename Acme Cloud to Acme Platform');
    const job = await rig.work();
    expect(job).toMatchObject({ status: 'completed', prLink: `http://desk.test/${rig.project.id}/1`, error: null });
    const branch = `copydesk/${id}`;
    expect(await rig.repository.git('rev-parse', `${branch}^`)).toBe(base);
    expect(await rig.repository.git('show', `${branch}:docs/guide.md`)).toContain('Use Acme Platform.');
    expect(await rig.repository.git('diff', '--name-only', 'main', branch)).toBe('docs/guide.md');
    const message = await rig.repository.git('log', '-1', '--format=%B', branch);
    expect(message).toBe(`Rename the product\n\nIn one page.\n\nCopydesk-Job: ${id}\n`);
    expect((await rig.events(id)).map((event) => event.type)).toEqual([
      'message',
      'turn_started',
      'step',
      'step',
      'checked',
      'pushed',
      'pull_request',
      'completed',
    ]);
  });

  test('that changes nothing completes without a pull request, and gives the reason', async () => {
    await using rig = await workerRig([{ text: 'NOTHING TO DO: The term is not used.' }]);
    const { id } = await rig.create('Rename X to Y');
    expect(await rig.work()).toMatchObject({ status: 'completed', prLink: null });
    expect((await rig.events(id)).at(-1)).toMatchObject({
      type: 'completed',
      data: { summary: 'The term is not used.' },
    });
    expect(await rig.repository.git('branch', '--list', 'copydesk/*')).toBe('');
  });

  test('a follow-up adds a commit to the same branch and pull request', async () => {
    await using rig = await workerRig(twoTurns);
    const { id } = await rig.create('one');
    const first = await rig.work();
    expect(await rig.send(id, 'two')).toMatchObject({ status: 'active', prLink: null });
    expect(await rig.work()).toEqual({ ...first, outcome: { kind: 'changed', text: 'Second' } });
    const branch = `copydesk/${id}`;
    expect(await rig.repository.git('rev-list', '--count', `main..${branch}`)).toBe('2');
    expect(await rig.repository.git('show', `${branch}:docs/guide.md`)).toContain(
      'Use Acme Platform.\n\n## Set up\n\nStart it.',
    );
    expect(await rig.db.selectFrom('pull_request').selectAll().execute()).toHaveLength(1);
    // The model sees the whole conversation so far.
    const reported = JSON.stringify(rig.model.calls.at(-1)?.prompt);
    expect(reported).toContain('"one"');
    expect(reported).toContain('"two"');
  });

  test('a follow-up after the merge opens a new branch and a new pull request', async () => {
    await using rig = await workerRig(twoTurns);
    const { id } = await rig.create('one');
    await rig.work();
    await rig.repository.git('update-ref', 'refs/heads/main', `copydesk/${id}`);
    await endPullRequests(rig, 'merged');
    await rig.send(id, 'two');
    const job = await rig.work();
    expect(job).toMatchObject({
      status: 'completed',
      prLink: `http://desk.test/${rig.project.id}/2`,
      source: { ref: `copydesk/${id}-2` },
    });
    expect(await rig.repository.git('diff', '--name-only', 'main', `copydesk/${id}-2`)).toBe('docs/guide.md');
    expect(await rig.repository.git('rev-list', '--count', `main..copydesk/${id}-2`)).toBe('1');
    // What the first pull request changed is no part of the second one's change.
    const { base_commit: base } = await pullRequest(rig, 2);
    expect(base).toBe(await rig.repository.git('rev-parse', 'main'));
  });

  test.each(['merged', 'closed'] as const)(
    'a pull request that is %s during its update is followed by another pull request',
    async (state) => {
      await using rig = await workerRig(twoTurns);
      const { id } = await rig.create('one');
      await rig.work();
      await rig.send(id, 'two');
      const codeHost: WorkerServices['codeHost'] = (project, lease) => {
        const host = rig.services.codeHost(project, lease);
        return {
          ...host,
          async find(headRef) {
            const found = await host.find(headRef);
            await endPullRequests(rig, state);
            return found;
          },
        };
      };
      expect(await rig.work({ codeHost })).toMatchObject({
        status: 'completed',
        prLink: `http://desk.test/${rig.project.id}/2`,
      });
      expect(await pullRequest(rig, 2)).toMatchObject({ state: 'open', head_ref: `copydesk/${id}` });
    },
  );

  test('a message that arrives while the model works is read before the next step', async () => {
    await using rig = await workerRig(async (call) => {
      if (call > 0) return { text: 'Done' };
      await rig.send(job.id, 'and this');
      return { calls: [read('docs/guide.md')] };
    });
    const job = await rig.create('do this');
    expect(await rig.work()).toMatchObject({ status: 'completed' });
    const steps = (await rig.events(job.id)).filter((event) => event.type === 'step');
    expect(steps.map((step) => step.data.messages)).toEqual([[0], [1]]);
  });

  test('commits that people pushed to the branch become the new base', async () => {
    await using rig = await workerRig(twoTurns);
    const { id } = await rig.create('one');
    await rig.work();
    const branch = `copydesk/${id}`;
    const theirs = await rig.repository.commit({ 'docs/theirs.md': '# Theirs\n' }, { branch });
    await rig.send(id, 'two');
    await rig.work();
    expect(await rig.repository.git('rev-parse', `${branch}^`)).toBe(theirs);
  });

  test('commits that were on the branch before the first one of the job become the base', async () => {
    await using rig = await workerRig(twoTurns);
    const { id } = await rig.create('one');
    const branch = `copydesk/${id}`;
    await rig.repository.git('branch', branch, 'main');
    const theirs = await rig.repository.commit({ 'docs/theirs.md': '# Theirs\n' }, { branch });
    expect(await rig.work()).toMatchObject({ status: 'completed' });
    expect(await rig.repository.git('rev-parse', `${branch}^`)).toBe(theirs);
  });

  test.each([
    ['is carried over to', 'docs/theirs.md', { status: 'completed' }, 'Second\nA change\nFirst'],
    [
      'to the same file stops it',
      'docs/guide.md',
      { status: 'failed', error: { code: 'merge_conflict' } },
      'A change\nFirst',
    ],
  ])('a commit that people push while the turn runs %s', async (_, path, outcome, history) => {
    await using rig = await workerRig(async (call) => {
      if (call === 2) await rig.repository.commit({ [path]: '# Theirs\n' }, { branch: `copydesk/${job.id}` });
      return twoTurns[call] ?? { text: 'Done' };
    });
    const job = await rig.create('one');
    await rig.work();
    await rig.send(job.id, 'two');
    expect(await rig.work()).toMatchObject({ status: 'active' });
    await rig.db
      .updateTable('job')
      .set({ not_before: new Date(0) })
      .execute();
    expect(await rig.work()).toMatchObject(outcome);
    expect(await rig.repository.git('log', '--format=%s', `main..copydesk/${job.id}`)).toBe(history);
    expect(await rig.repository.git('show', `copydesk/${job.id}:${path}`)).toBe('# Theirs');
  });
});

describe('checks before delivery', () => {
  const broken = editGuide('Run it.', 'See [this](missing.md).');

  test('a problem that the change introduced is sent back to the model, which fixes it', async () => {
    await using rig = await workerRig([
      broken,
      { text: 'Done' },
      editGuide('missing.md', 'index.md'),
      { text: 'Mended' },
    ]);
    const { id } = await rig.create('link it');
    expect(await rig.work()).toMatchObject({ status: 'completed' });
    const checked = (await rig.events(id)).filter((event) => event.type === 'checked');
    expect(checked.map((event) => event.data.problems.length)).toEqual([1, 0]);
    expect(checked.map((event) => event.data.repairRound)).toEqual([0, 1]);
  });

  test('a remaining problem fails the job, is named, and nothing is pushed', async () => {
    await using rig = await workerRig((call) => (call === 0 ? broken : { text: 'I cannot.' }));
    const { id } = await rig.create('link it');
    const job = await rig.work();
    expect(job).toMatchObject({ status: 'failed', prLink: null, error: { code: 'checks_failed' } });
    expect(job.error?.detail).toContain('missing.md');
    expect(rig.model.calls).toHaveLength(5);
    expect(await rig.repository.git('branch', '--list', `copydesk/${id}`)).toBe('');
  });

  test('a follow-up to a failed turn has its own repair rounds', async () => {
    const mend = new Map([
      [0, broken],
      [6, editGuide('missing.md', 'index.md')],
    ]);
    await using rig = await workerRig((call) => mend.get(call) ?? { text: 'Done' });
    const { id } = await rig.create('link it');
    expect(await rig.work()).toMatchObject({ status: 'failed', error: { code: 'checks_failed' } });
    await rig.send(id, 'to the front page');
    expect(await rig.work()).toMatchObject({ status: 'completed', error: null });
    const checked = (await rig.events(id)).filter((event) => event.type === 'checked');
    expect(checked.map((event) => event.data.repairRound)).toEqual([0, 1, 2, 3, 0, 1]);
  });

  test('the first 200 of many introduced problems are reported', async () => {
    const links = Array.from({ length: 250 }, (_, index) => `[${index}](missing-${index}.md)`).join('\n');
    await using rig = await workerRig((call) => (call === 0 ? editGuide('Run it.', links) : { text: 'I cannot.' }));
    const { id } = await rig.create('link it');
    expect(await rig.work()).toMatchObject({ status: 'failed' });
    const checked = (await rig.events(id)).find((event) => event.type === 'checked');
    expect(checked?.data.problems).toHaveLength(201);
    expect(checked?.data.problems.at(-1)).toBe('… 50 more');
  });

  test('problems that existed before do not count', async () => {
    const files = { 'docs/guide.md': '# Guide\n\nUse Acme Cloud. See [old](gone.md).\n' };
    await using rig = await workerRig([editGuide('Acme Cloud', 'A'), { text: 'Done' }], { files });
    await rig.create('rename');
    expect(await rig.work()).toMatchObject({ status: 'completed', error: null });
  });
});
