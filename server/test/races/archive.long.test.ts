import { describe, expect, test } from 'vitest';
import { archiveIfIdle, archiveJob } from '../../src/jobs/settle/archive.ts';
import { workerRig } from '../worker/rig.ts';
import type { WorkerRig } from '../worker/rig.ts';
import { inOrder, replacer, stopAt } from './support.ts';

const rename = 'Acme Cloud -> Acme Platform';

function archive(rig: WorkerRig, jobId: string) {
  return archiveJob(rig.db, { projectId: rig.project.id, jobId, by: 'person' });
}

async function typesOf(rig: WorkerRig, id: string): Promise<string[]> {
  return (await rig.events(id)).map((event) => event.type);
}

describe('an archive while its job completes', () => {
  test('the archive is first: the job is archived, shows what was delivered before, and never completes', async () => {
    await using rig = await workerRig(replacer);
    const { id } = await rig.create(rename);
    const stopped = await stopAt(rig, 'pull-request-stored');
    await inOrder(
      rig.db,
      id,
      () => archive(rig, id),
      () => stopped.wake(),
    );
    const prLink = `http://desk.test/${rig.project.id}/1`;
    expect(await rig.read(id)).toMatchObject({ status: 'archived', prLink });
    expect((await typesOf(rig, id)).slice(-2)).toEqual(['pull_request', 'archived']);
  });

  test('the completion is first: the job completed, and is then archived with its link', async () => {
    await using rig = await workerRig(replacer);
    const { id } = await rig.create(rename);
    const stopped = await stopAt(rig, 'pull-request-stored');
    await inOrder(
      rig.db,
      id,
      () => stopped.wake(),
      () => archive(rig, id),
    );
    const prLink = `http://desk.test/${rig.project.id}/1`;
    expect(await rig.read(id)).toMatchObject({ status: 'archived', prLink, error: null });
    expect((await typesOf(rig, id)).slice(-2)).toEqual(['completed', 'archived']);
  });
});

describe('an archive during a delivery', () => {
  test('before the push: nothing is pushed', async () => {
    await using rig = await workerRig(replacer);
    const { id } = await rig.create(rename);
    const stopped = await stopAt(rig, 'verified');
    await archive(rig, id);
    expect(await stopped.wake()).toMatchObject({ status: 'archived', prLink: null });
    expect(await rig.repository.git('branch', '--list', 'copydesk/*')).toBe('');
    expect((await typesOf(rig, id)).at(-1)).toBe('archived');
  });

  test.each(['pushed', 'push-stored'] as const)(
    'between the push and the pull request (at "%s"): no pull request is opened',
    async (point) => {
      await using rig = await workerRig(replacer);
      const { id } = await rig.create(rename);
      const stopped = await stopAt(rig, point);
      await archive(rig, id);
      // Its worker got no signal: the host opens no pull request for a job whose lease is gone.
      expect(await stopped.wake()).toMatchObject({ status: 'archived', prLink: null });
      expect(await rig.db.selectFrom('pull_request').selectAll().execute()).toEqual([]);
      expect((await typesOf(rig, id)).at(-1)).toBe('archived');
    },
  );

  test('of a follow-up: the open pull request does not change', async () => {
    await using rig = await workerRig(replacer);
    const { id } = await rig.create(rename);
    await rig.work();
    const before = await rig.db.selectFrom('pull_request').selectAll().execute();
    await rig.send(id, 'Run it. -> Start it.');
    const stopped = await stopAt(rig, 'push-stored');
    await archive(rig, id);
    const prLink = `http://desk.test/${rig.project.id}/1`;
    expect(await stopped.wake()).toMatchObject({ status: 'archived', prLink });
    expect(await rig.db.selectFrom('pull_request').selectAll().execute()).toEqual(before);
  });
});

async function idleJob(rig: WorkerRig): Promise<string> {
  const { id } = await rig.create('Say nothing');
  await rig.work();
  await rig.db
    .updateTable('job')
    .set({ updated_at: new Date(0) })
    .execute();
  return id;
}

describe('an archive of an idle job while a message arrives', () => {
  test('the message is first: the job is active, and is not archived', async () => {
    await using rig = await workerRig(replacer);
    const id = await idleJob(rig);
    const [sent, archived] = await inOrder(
      rig.db,
      id,
      () => rig.send(id, 'And now?'),
      () => archiveIfIdle(rig.db, id, 30),
    );
    expect(sent).toMatchObject({ status: 'fulfilled', value: { status: 'active' } });
    expect(archived).toEqual({ status: 'fulfilled', value: false });
    expect(await rig.work()).toMatchObject({ status: 'completed' });
  });

  test('the archive is first: the message is refused', async () => {
    await using rig = await workerRig(replacer);
    const id = await idleJob(rig);
    const [archived, sent] = await inOrder(
      rig.db,
      id,
      () => archiveIfIdle(rig.db, id, 30),
      () => rig.send(id, 'And now?'),
    );
    expect(archived).toEqual({ status: 'fulfilled', value: true });
    expect(sent).toMatchObject({ status: 'rejected', reason: { code: 'job_archived' } });
    expect(await rig.read(id)).toMatchObject({ status: 'archived' });
  });
});
