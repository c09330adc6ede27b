import { CopydeskError } from '@copydesk/contract';
import { describe, expect, test } from 'vitest';
import { archiveJob } from '../../../src/jobs/settle/archive.ts';
import { mostClaims } from '../../../src/jobs/claim/interruptions.ts';
import type { WorkerServices } from '../../../src/worker/services.ts';
import { editGuide, read, workerRig } from '../rig.ts';
import type { WorkerRig } from '../rig.ts';

const rename = [editGuide('Acme Cloud', 'Acme Platform'), { text: 'Rename the product' }];

/** Pretends that the process was killed: the lease is not released, and expires. */
async function expireLease(rig: WorkerRig): Promise<void> {
  await rig.db
    .updateTable('job')
    .set({ leased_until: new Date(0), not_before: new Date(0) })
    .execute();
}

/** A code host whose n-th call of a method never answers, as when the process dies. */
function dyingCodeHost(rig: WorkerRig, method: 'open' | 'find'): Partial<WorkerServices> {
  return {
    codeHost: (project, lease) => ({
      ...rig.services.codeHost(project, lease),
      [method]: () => Promise.reject(new CopydeskError('lease_lost', 'as if killed here')),
    }),
  };
}

describe('a job whose worker dies', () => {
  test('between steps: another worker continues from the last step, and no step is paid twice', async () => {
    let fail = true;
    await using rig = await workerRig((call) => {
      if (call === 1 && fail) return { error: new CopydeskError('lease_lost', 'as if killed here') };
      return rename[Math.min(call, 1)] ?? { text: '' };
    });
    const { id } = await rig.create('rename');
    expect(await rig.work()).toMatchObject({ status: 'active' });
    fail = false;
    await expireLease(rig);
    expect(await rig.work()).toMatchObject({ status: 'completed' });
    const calls = rig.model.calls.length;
    expect(calls).toBe(3);
    const started = (await rig.events(id)).filter((event) => event.type === 'turn_started');
    expect(started.map((event) => event.data.resumed)).toEqual([false, true]);
    expect(await rig.repository.git('show', `copydesk/${id}:docs/guide.md`)).toContain('Acme Platform');
  });

  test.each(['find', 'open'] as const)(
    'at "%s" of the pull request: there is one commit and one pull request',
    async (method) => {
      await using rig = await workerRig(rename);
      const { id } = await rig.create('rename');
      expect(await rig.work(dyingCodeHost(rig, method))).toMatchObject({ status: 'active', prLink: null });
      const pushed = await rig.repository.git('rev-parse', `copydesk/${id}`);
      await expireLease(rig);
      expect(await rig.work()).toMatchObject({ status: 'completed' });
      expect(await rig.repository.git('rev-parse', `copydesk/${id}`)).toBe(pushed);
      expect(await rig.db.selectFrom('pull_request').selectAll().execute()).toHaveLength(1);
      expect(rig.model.calls).toHaveLength(2);
      expect((await rig.events(id)).filter((event) => event.type === 'pushed')).toHaveLength(1);
    },
  );

  test('twice, and then five times while it runs alone at the same step: the job fails with the reason', async () => {
    await using rig = await workerRig(() => ({ error: new CopydeskError('lease_lost', 'as if killed here') }));
    const { id } = await rig.create('rename');
    for (let crash = 0; crash < mostClaims; crash += 1) {
      expect(await rig.work()).toMatchObject({ status: 'active' });
      await expireLease(rig);
    }
    expect(await rig.work()).toMatchObject({ status: 'failed', error: { code: 'internal', retryable: true } });
    expect((await rig.read(id)).error?.detail).toContain('5 times');
  });

  test('at six points of its delivery: each attempt makes progress, and the job completes', async () => {
    await using rig = await workerRig(rename);
    const { id } = await rig.create('rename');
    const places = [
      'verified',
      'delivery-intended',
      'pushed',
      'push-stored',
      'pull-request-reached',
      'pull-request-stored',
    ];
    for (const place of places) {
      const onFaultPoint: WorkerServices['onFaultPoint'] = (point) => {
        if (point === place) throw new CopydeskError('lease_lost', 'as if killed here');
      };
      expect(await rig.work({ onFaultPoint })).toMatchObject({ status: 'active' });
      await expireLease(rig);
    }
    expect(await rig.work()).toMatchObject({ status: 'completed', error: null });
    expect((await rig.events(id)).filter(({ type }) => type === 'pull_request')).toHaveLength(1);
  });

  test('because it was asked to end: the job is released at once, and no attempt is counted', async () => {
    const ending = new AbortController();
    await using rig = await workerRig((call) => {
      if (call === 0) ending.abort();
      return rename[Math.min(call, 1)] ?? { text: '' };
    });
    await rig.create('rename');
    expect(await rig.work({}, ending.signal)).toMatchObject({ status: 'active' });
    const row = await rig.db.selectFrom('job').select(['leased_until', 'attempts']).executeTakeFirstOrThrow();
    expect(row).toEqual({ leased_until: null, attempts: 0 });
  });
});

describe('a job that cannot be continued', () => {
  test('is archived in the middle: nothing more is stored or pushed', async () => {
    await using rig = await workerRig(async () => {
      await archiveJob(rig.db, { projectId: rig.project.id, jobId: job.id, by: 'api' });
      return { calls: [read('docs/guide.md')] };
    });
    const job = await rig.create('rename');
    expect(await rig.work()).toMatchObject({ status: 'archived' });
    expect((await rig.events(job.id)).at(-1)?.type).toBe('archived');
    expect(await rig.repository.git('branch', '--list', 'copydesk/*')).toBe('');
  });

  test('is archived while the model refuses: nothing is stored, and no error is logged', async () => {
    await using rig = await workerRig(async () => {
      await archiveJob(rig.db, { projectId: rig.project.id, jobId: job.id, by: 'api' });
      return { error: new CopydeskError('instruction_not_understood', 'I do not understand "paint it".') };
    });
    const job = await rig.create('paint it');
    expect(await rig.work()).toMatchObject({ status: 'archived', error: null });
    expect((await rig.events(job.id)).at(-1)?.type).toBe('archived');
  });

  test('is refused by the model: it fails, and the next message does not get the same refusal again', async () => {
    await using rig = await workerRig((call) =>
      call === 0
        ? { error: new CopydeskError('instruction_not_understood', 'I do not understand "paint it".') }
        : { text: 'Done' },
    );
    const { id } = await rig.create('paint it');
    expect(await rig.work()).toMatchObject({ status: 'failed', error: { code: 'instruction_not_understood' } });
    await rig.send(id, 'never mind');
    expect(await rig.work()).toMatchObject({ status: 'completed', error: null });
    const roles = rig.model.calls[1]?.prompt.map((message) => message.role);
    expect(roles).toEqual(['system', 'user', 'assistant', 'user']);
  });

  test('is refused with half a character, which the database cannot store: it still fails', async () => {
    const detail = 'I do not understand "paint \ud83d".';
    await using rig = await workerRig([{ error: new CopydeskError('instruction_not_understood', detail) }]);
    await rig.create('paint it');
    const failure = { code: 'instruction_not_understood', detail: 'I do not understand "paint \ufffd".' };
    expect(await rig.work()).toMatchObject({ status: 'failed', error: failure });
  });

  test('has lost its repository: it fails with that reason', async () => {
    await using rig = await workerRig(rename);
    await rig.create('rename');
    await rig.db.updateTable('project').set({ repository: '/nowhere/at/all' }).execute();
    expect(await rig.work()).toMatchObject({ status: 'failed', error: { code: 'repository_not_found' } });
  });

  test('has lost its branch: it fails with that reason', async () => {
    await using rig = await workerRig(rename);
    await rig.create('rename');
    await rig.db.updateTable('job').set({ base_ref: 'trunk' }).execute();
    expect(await rig.work()).toMatchObject({ status: 'failed', error: { code: 'ref_not_found' } });
  });

  test('has a repository without docs: it fails with that reason', async () => {
    await using rig = await workerRig(rename, { files: { 'main.c': 'int main;\n' } });
    await rig.create('rename');
    expect(await rig.work()).toMatchObject({ status: 'failed', error: { code: 'repository_not_docs' } });
  });

  test('has a host that does not answer: it is tried again later', async () => {
    await using rig = await workerRig(rename);
    await rig.create('rename');
    const away = new CopydeskError('repository_unreachable', 'The host does not answer.');
    const workspace = { ...rig.services.workspace, repository: () => Promise.reject(away) };
    expect(await rig.work({ workspace })).toMatchObject({ status: 'active' });
    await expireLease(rig);
    expect(await rig.work()).toMatchObject({ status: 'completed' });
  });
});

test('an unreachable database is logged as a warning without a stack, and the job stays active', async () => {
  const away = Object.assign(new Error('the database system is shutting down'), { code: '57P01' });
  await using rig = await workerRig(rename);
  await rig.create('rename');
  const codeHost: WorkerServices['codeHost'] = (project, lease) => ({
    ...rig.services.codeHost(project, lease),
    find: () => Promise.reject(away),
  });
  const logged: unknown[][] = [];
  const note = (level: string) => (data: object, message?: string) => void logged.push([level, data, message]);
  const log = { info: () => {}, warn: note('warn'), error: note('error') };
  expect(await rig.work({ codeHost, log })).toMatchObject({ status: 'active', error: null });
  const reported = { remedy: 'let-go', code: 'database_unavailable', detail: away.message };
  expect(logged).toEqual([['warn', expect.objectContaining(reported), expect.stringContaining('database')]]);
});
