import { CopydeskError } from '@copydesk/contract';
import { describe, expect, test } from 'vitest';
import { mergePullRequest } from '../../../src/pull-requests/end.ts';
import type { FaultPoint } from '../../../src/worker/fault-points.ts';
import type { WorkerServices } from '../../../src/worker/services.ts';
import { expireLease, replacer } from '../../races/support.ts';
import { workerRig } from '../rig.ts';
import type { WorkerRig } from '../rig.ts';

/** Works until a fault point of the turn, and dies there: the lease is not released, and expires. */
async function dieAt(rig: WorkerRig, point: FaultPoint): Promise<void> {
  const onFaultPoint: WorkerServices['onFaultPoint'] = (place) => {
    if (place === point) throw new CopydeskError('lease_lost', 'as if killed here');
  };
  expect(await rig.work({ onFaultPoint })).toMatchObject({ status: 'active', prLink: null });
  await expireLease(rig);
}

async function merge(rig: WorkerRig, number: number): Promise<void> {
  const project = { id: rig.project.id, repository: rig.repository.path };
  const repository = await rig.services.workspace.repository({
    id: project.id,
    kind: 'path',
    location: project.repository,
  });
  const by = { name: 'Ann', email: 'ann@example.org' };
  const request = { projectId: project.id, number, headCommit: undefined, by, at: new Date() };
  await mergePullRequest(rig.db, repository, request);
}

const rename = 'Acme Cloud -> Acme Platform';
const link = (rig: WorkerRig, number: number) => `http://desk.test/${rig.project.id}/${number}`;

describe('a delivery that was begun is finished before the turn continues', () => {
  test.each(['delivery-intended', 'pushed', 'push-stored', 'pull-request-reached', 'pull-request-stored'] as const)(
    'after a death at "%s", with the intended commit, even if a message has arrived',
    async (point) => {
      await using rig = await workerRig(replacer);
      const { id } = await rig.create(rename);
      await dieAt(rig, point);
      const { commit } = await rig.db.selectFrom('job_delivery').select('commit').executeTakeFirstOrThrow();
      await rig.send(id, 'Run it. -> Start it.');
      let stood: string | undefined;
      const onFaultPoint: WorkerServices['onFaultPoint'] = async (place) => {
        if (place === 'prepared') stood = await rig.repository.git('rev-parse', `copydesk/${id}`);
      };
      expect(await rig.work({ onFaultPoint })).toMatchObject({ status: 'completed', prLink: link(rig, 1) });
      expect(stood).toBe(commit);
      // The turn is still one commit: the message's change has replaced the first one.
      expect(await rig.repository.git('rev-list', '--count', `main..copydesk/${id}`)).toBe('1');
      expect(await rig.repository.git('show', `copydesk/${id}:docs/guide.md`)).toMatch(/Acme Platform[^]*Start it/);
      expect(await rig.db.selectFrom('pull_request').selectAll().execute()).toHaveLength(1);
    },
  );

  test('a change that a message reverts is reverted on the branch too', async () => {
    await using rig = await workerRig(replacer);
    const { id } = await rig.create(rename);
    await dieAt(rig, 'pushed');
    await rig.send(id, 'Acme Platform -> Acme Cloud');
    expect(await rig.work()).toMatchObject({ status: 'completed', prLink: link(rig, 1) });
    expect(await rig.repository.git('diff', '--name-only', 'main', `copydesk/${id}`)).toBe('');
  });
});

describe('a worker dies after its push, and a person pushes on top of it', () => {
  test.each<FaultPoint>(['pushed', 'push-stored', 'pull-request-reached', 'pull-request-stored'])(
    'at "%s": nothing conflicts, and nothing is lost',
    async (point) => {
      await using rig = await workerRig(replacer);
      const { id } = await rig.create(rename);
      await dieAt(rig, point);
      const branch = `copydesk/${id}`;
      const ours = await rig.repository.git('rev-parse', branch);
      const theirs = await rig.repository.commit({ 'docs/theirs.md': '# Theirs\n' }, { branch });
      expect(await rig.work()).toMatchObject({ status: 'completed', prLink: link(rig, 1) });
      expect(await rig.repository.git('rev-parse', branch, `${branch}^`)).toBe(`${theirs}\n${ours}`);
      const pushed = (await rig.events(id)).filter((event) => event.type === 'pushed');
      expect(pushed.map((event) => event.data.commit)).toEqual([ours]);
    },
  );

  test("a person's commit to the same lines stays, and a later message builds on it", async () => {
    await using rig = await workerRig(replacer);
    const { id } = await rig.create(rename);
    await dieAt(rig, 'pushed');
    const branch = `copydesk/${id}`;
    const guide = await rig.repository.git('show', `${branch}:docs/guide.md`);
    const changed = `${guide.replace('Use Acme Platform.', 'Use Acme Platform, gladly.')}\n`;
    const theirs = await rig.repository.commit({ 'docs/guide.md': changed }, { branch });
    await rig.send(id, 'Run it. -> Start it.');
    expect(await rig.work()).toMatchObject({ status: 'completed', prLink: link(rig, 1) });
    expect(await rig.repository.git('rev-parse', `${branch}^`)).toBe(theirs);
    const now = await rig.repository.git('show', `${branch}:docs/guide.md`);
    expect(now).toMatch(/Use Acme Platform, gladly\.[^]*Start it\./);
  });

  test('a commit that the person pushes instead of it, to the same lines, fails the job, and stays', async () => {
    await using rig = await workerRig(replacer);
    const { id } = await rig.create(rename);
    await dieAt(rig, 'delivery-intended');
    const branch = `copydesk/${id}`;
    await rig.repository.git('branch', branch, 'main');
    const theirs = await rig.repository.commit({ 'docs/guide.md': '# Theirs\n' }, { branch });
    expect(await rig.work()).toMatchObject({ status: 'failed', error: { code: 'merge_conflict' } });
    expect(await rig.repository.git('rev-parse', branch)).toBe(theirs);
  });
});

describe('a worker dies after its pull request was opened, and a person merges it', () => {
  test.each([false, true])('the job completes with the merged pull request (branch deleted: %s)', async (isDeleted) => {
    await using rig = await workerRig(replacer);
    const { id } = await rig.create(rename);
    await dieAt(rig, 'pull-request-reached');
    await merge(rig, 1);
    if (isDeleted) await rig.repository.git('branch', '-D', `copydesk/${id}`);
    expect(await rig.work()).toMatchObject({ status: 'completed', prLink: link(rig, 1) });
    expect(await rig.db.selectFrom('pull_request').selectAll().execute()).toHaveLength(1);
    expect(await rig.repository.git('branch', '--list', 'copydesk/*')).toBe(isDeleted ? '' : `  copydesk/${id}`);
  });

  test('later changes of a message go to a new branch and pull request', async () => {
    await using rig = await workerRig(replacer);
    const { id } = await rig.create(rename);
    await dieAt(rig, 'pull-request-reached');
    await merge(rig, 1);
    await rig.send(id, 'Run it. -> Start it.');
    const branch = `copydesk/${id}-1`;
    expect(await rig.work()).toMatchObject({ status: 'completed', prLink: link(rig, 2), source: { ref: branch } });
    expect(await rig.repository.git('rev-list', '--count', `main..${branch}`)).toBe('1');
    expect(await rig.repository.git('show', `${branch}:docs/guide.md`)).toMatch(/Acme Platform[^]*Start it/);
  });
});

describe('lost replies of the code host', () => {
  test('a pull request that was opened despite an error is adopted', async () => {
    await using rig = await workerRig(replacer);
    await rig.create(rename);
    const codeHost: WorkerServices['codeHost'] = (project, lease) => {
      const host = rig.services.codeHost(project, lease);
      const lost = new CopydeskError('pull_request_failed', 'The connection broke.');
      return { ...host, open: async (draft) => host.open(draft).then(() => Promise.reject(lost)) };
    };
    expect(await rig.work({ codeHost })).toMatchObject({ status: 'completed', prLink: link(rig, 1) });
    expect(await rig.db.selectFrom('pull_request').selectAll().execute()).toHaveLength(1);
  });

  test('repeated requests take effect once', async () => {
    await using rig = await workerRig(replacer);
    const { id } = await rig.create(rename);
    const codeHost: WorkerServices['codeHost'] = (project, lease) => {
      const host = rig.services.codeHost(project, lease);
      return {
        ...host,
        open: async (draft) => (await Promise.all([host.open(draft), host.open(draft)]))[1],
        update: async (number, draft) =>
          (await Promise.all([host.update(number, draft), host.update(number, draft)]))[1],
      };
    };
    await rig.work({ codeHost });
    await rig.send(id, 'Run it. -> Start it.');
    expect(await rig.work({ codeHost })).toMatchObject({ status: 'completed', prLink: link(rig, 1) });
    const [one, another] = await rig.db.selectFrom('pull_request').select('description').execute();
    expect(another).toBeUndefined();
    expect(one?.description.match(/---/g)).toHaveLength(1);
  });
});
