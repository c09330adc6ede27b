import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { CopydeskError } from '@copydesk/contract';
import type { StoredJob } from '../../src/jobs/present.ts';
import { APICallError } from 'ai';
import { describe, expect, test } from 'vitest';
import type { WorkerServices } from '../../src/worker/services.ts';
import { openWorkspace } from '../../src/workspace/workspace.ts';
import { startGitHost } from '../support/git-host.ts';
import { canMountDisks, smallDisk } from '../support/small-disk.ts';
import { editGuide, workerRig } from './rig.ts';
import type { WorkerRig } from './rig.ts';

const edit = [editGuide('Acme Cloud', 'Acme Platform'), { text: 'Rename the product' }];

/**
 * A desk whose repository is on a git host that can fail; `at` is called with each model call before it is answered.
 */
async function desk(at: (call: number) => void = () => {}) {
  const stack = new AsyncDisposableStack();
  const rig = stack.use(
    await workerRig((call) => {
      at(call);
      return edit[call] ?? { text: 'Nothing is left to do' };
    }),
  );
  const host = stack.use(await startGitHost({ 'docs.git': rig.repository.path }));
  host.authorization = 'Bearer good';
  const source: WorkerServices['source'] = ({ id }) => {
    return { id, kind: 'url', location: host.url('docs.git'), authorization: async () => 'Bearer good' };
  };
  return { rig, host, remote: { source }, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** A desk whose clones are on a disk of two megabytes. */
async function smallDesk(at: (call: number) => Promise<void> = async () => {}) {
  const stack = new AsyncDisposableStack();
  const disk = stack.use(await smallDisk(2 * 1024 * 1024));
  const rig = stack.use(
    await workerRig(async (call) => {
      await at(call);
      return edit[call] ?? { text: 'Nothing is left to do' };
    }),
  );
  const workspace = openWorkspace({ directory: join(disk.path, 'clones'), allowedProtocols: ['https', 'http'] });
  stack.defer(() => workspace.close());
  return { rig, disk, small: { workspace }, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Lets time pass until the job is retried. */
async function waitOut(rig: WorkerRig): Promise<void> {
  await rig.db
    .updateTable('job')
    .set({ not_before: new Date(0) })
    .execute();
}

async function waitingOf(rig: WorkerRig) {
  return await rig.db
    .selectFrom('job')
    .select(['waiting', 'not_before', 'leased_by', 'attempts', 'retries'])
    .executeTakeFirstOrThrow();
}

const kinds = async (rig: WorkerRig, { id }: StoredJob) => (await rig.events(id)).map(({ type }) => type);

const page = async (rig: WorkerRig, { id }: StoredJob) =>
  await rig.repository.git('show', `copydesk/${id}:docs/guide.md`);

const later = (minutes: number): Partial<WorkerServices> => ({ now: () => new Date(Date.now() + minutes * 60_000) });

describe('a git host that answers 500', () => {
  test.each(['from the start', 'when the work is to be pushed'])('%s: the job waits, and continues', async (when) => {
    await using it = await desk((call) => {
      if (call === 1) it.host.fault = when === 'from the start' ? undefined : { kind: 'status', status: 500 };
    });
    const { rig, host, remote } = it;
    const job = await rig.create('rename');
    if (when === 'from the start') host.fault = { kind: 'status', status: 500 };
    for (let again = 1; again <= 8; again += 1) {
      expect(await rig.work(remote)).toMatchObject({ status: 'active', prLink: null });
      expect(await waitingOf(rig)).toMatchObject({
        waiting: { code: 'repository_unreachable' },
        leased_by: null,
        attempts: 0,
        retries: again,
      });
      await waitOut(rig);
    }
    host.fault = undefined;
    expect(await rig.work(remote)).toMatchObject({ status: 'completed' });
    expect((await kinds(rig, job)).filter((type) => type === 'put_off')).toHaveLength(1);
    expect(rig.model.calls).toHaveLength(2);
    expect(await page(rig, job)).toContain('Acme Platform');
  });

  test('for longer than the patience: the job fails with the reason, and a message continues', async () => {
    await using it = await desk((call) => {
      if (call === 1) it.host.fault = { kind: 'status', status: 500 };
    });
    const { rig, host, remote } = it;
    const job = await rig.create('rename');
    expect(await rig.work(remote)).toMatchObject({ status: 'active' });
    await waitOut(rig);
    const failed = await rig.work({ ...remote, ...later(61) });
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'repository_unreachable', retryable: true } });
    expect(failed.error?.detail).toMatch(/Copydesk waited 61 minutes for this to pass\. Send a message/);
    host.fault = undefined;
    await rig.send(job.id, 'The host is well again');
    expect(await rig.work(remote)).toMatchObject({ status: 'completed' });
    expect(await page(rig, job)).toContain('Acme Platform');
  });
});

describe('a permanent error', () => {
  const gone = { kind: 'status', status: 404 } as const;
  test.each([
    ['credentials that are not taken any more', 'repository_unauthorized', { kind: 'status', status: 401 }],
    ['credentials that lack a permission', 'code_host_forbidden', { kind: 'status', status: 403 }],
    ['a repository that has vanished', 'repository_not_found', gone],
  ] as const)('of %s: the job fails at once, and a message continues from its edits', async (_, code, fault) => {
    await using it = await desk((call) => {
      if (call === 1) it.host.fault = fault;
    });
    const { rig, host, remote } = it;
    const job = await rig.create('rename');
    expect(await rig.work(remote)).toMatchObject({ status: 'failed', prLink: null, error: { code, retryable: false } });
    expect(await kinds(rig, job)).not.toContain('put_off');

    // The same when the next turn fetches.
    await rig.send(job.id, 'Try again');
    expect(await rig.work(remote)).toMatchObject({ status: 'failed', error: { code } });
    expect(rig.model.calls).toHaveLength(2);

    host.fault = undefined;
    await rig.send(job.id, 'It is mended');
    expect(await rig.work(remote)).toMatchObject({ status: 'completed' });
    expect(rig.model.calls).toHaveLength(3);
    expect(await page(rig, job)).toContain('Acme Platform');
  });

  test('of a folder that was moved: the job fails at once, and a message continues', async () => {
    let moved = false;
    await using rig = await workerRig(async (call) => {
      if (call === 1 && !moved) await rename(rig.repository.path, `${rig.repository.path}-moved`);
      moved ||= call === 1;
      return edit[call] ?? { text: 'Nothing is left to do' };
    });
    const job = await rig.create('rename');
    expect(await rig.work()).toMatchObject({ status: 'failed', error: { code: 'repository_not_found' } });
    await rename(`${rig.repository.path}-moved`, rig.repository.path);
    await rig.send(job.id, 'It is back');
    expect(await rig.work()).toMatchObject({ status: 'completed' });
    expect(await page(rig, job)).toContain('Acme Platform');
  });
});

describe('a model that asks for a pause', () => {
  test('is not called before the pause is over, and the job holds nothing meanwhile', async () => {
    const busy = new APICallError({
      message: 'slow down',
      url: 'https://api.test',
      requestBodyValues: {},
      statusCode: 429,
      responseHeaders: { 'retry-after': '7200' },
    });
    await using rig = await workerRig((call) => (call === 0 ? { error: busy } : (edit[call - 1] ?? { text: 'Done' })));
    await rig.create('rename');
    const before = Date.now();
    expect(await rig.work()).toMatchObject({ status: 'active' });
    const { not_before: until, leased_by: holder } = await waitingOf(rig);
    expect(until.getTime()).toBeGreaterThanOrEqual(before + 7200_000);
    expect(holder).toBeNull();
    await waitOut(rig);
    expect(await rig.work(later(120))).toMatchObject({ status: 'completed' });
  });
});

describe('a broken code host', () => {
  test('when the pull request is to be opened: the job waits, and one pull request is opened in the end', async () => {
    await using rig = await workerRig(edit);
    const job = await rig.create('rename');
    const broken: Partial<WorkerServices> = {
      codeHost: (project, lease) => ({
        ...rig.services.codeHost(project, lease),
        open: () => Promise.reject(new CopydeskError('pull_request_failed', 'The code host answers 502.')),
      }),
    };
    for (let again = 0; again < 7; again += 1) {
      expect(await rig.work(broken)).toMatchObject({ status: 'active', prLink: null });
      await waitOut(rig);
    }
    expect(await rig.work()).toMatchObject({ status: 'completed', prLink: expect.any(String) });
    expect(await rig.db.selectFrom('pull_request').selectAll().execute()).toHaveLength(1);
    expect((await kinds(rig, job)).filter((type) => type === 'put_off')).toHaveLength(1);
  });
});

// Without permission to mount a disk, the test cannot fill one: other tests then cover the messages of git and the
// system.
describe.skipIf(!(await canMountDisks()))('a full disk', () => {
  test.each([
    ['to the last byte', 0],
    ['but for a little', 8 * 1024],
  ])('%s before the clone: the job waits, and continues when there is space', async (_, leave) => {
    await using it = await smallDesk();
    const { rig, disk, small } = it;
    const job = await rig.create('rename');
    await disk.fill(leave);
    for (let again = 0; again < 6; again += 1) {
      expect(await rig.work(small)).toMatchObject({ status: 'active' });
      expect(await waitingOf(rig)).toMatchObject({ waiting: { code: 'storage_full' }, attempts: 0 });
      await waitOut(rig);
    }
    await disk.clear();
    expect(await rig.work(small)).toMatchObject({ status: 'completed' });
    expect(await page(rig, job)).toContain('Acme Platform');
  });

  test('when the work is to be stored: no step is paid twice', async () => {
    await using it = await smallDesk(async (call) => {
      if (call === 1) await it.disk.fill(0);
    });
    const { rig, disk, small } = it;
    const job = await rig.create('rename');
    expect(await rig.work(small)).toMatchObject({ status: 'active', prLink: null });
    expect(await waitingOf(rig)).toMatchObject({ waiting: { code: 'storage_full' } });
    await disk.clear();
    await waitOut(rig);
    expect(await rig.work(small)).toMatchObject({ status: 'completed' });
    expect(rig.model.calls).toHaveLength(2);
    expect(await page(rig, job)).toContain('Acme Platform');
  });

  test('for longer than the patience: the job fails and names the disk', async () => {
    await using it = await smallDesk();
    const { rig, disk, small } = it;
    const job = await rig.create('rename');
    await disk.fill(0);
    expect(await rig.work(small)).toMatchObject({ status: 'active' });
    await waitOut(rig);
    const failed = await rig.work({ ...small, ...later(61) });
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'storage_full', retryable: true } });
    expect(failed.error?.detail).toContain('COPYDESK_DATA_DIR');
    await disk.clear();
    await rig.send(job.id, 'There is room');
    expect(await rig.work(small)).toMatchObject({ status: 'completed' });
  });

  test('of the git host: the job waits, and continues when there is space', async () => {
    await using disk = await smallDisk(2 * 1024 * 1024);
    await using rig = await workerRig(async (call) => {
      if (call === 1) await disk.fill(0);
      return edit[call] ?? { text: 'Nothing is left to do' };
    });
    const repository = join(disk.path, 'docs.git');
    await rig.repository.git('clone', '--quiet', '--bare', rig.repository.path, repository);
    await using host = await startGitHost({ 'docs.git': repository });
    const source: WorkerServices['source'] = ({ id }) => ({ id, kind: 'url', location: host.url('docs.git') });
    await rig.create('rename');
    expect(await rig.work({ source })).toMatchObject({ status: 'active' });
    // What a host reports about its own disk depends on the moment: it reports nothing when it has no room for the
    // request.
    const { waiting } = await waitingOf(rig);
    expect(waiting).toMatchObject({
      code: expect.stringMatching(/^(storage_full|repository_unreachable|push_rejected)$/),
    });
    expect(waiting).toMatchObject({ detail: expect.not.stringContaining('COPYDESK_DATA_DIR') });
    await disk.clear();
    await waitOut(rig);
    expect(await rig.work({ source })).toMatchObject({ status: 'completed' });
  });
});
