import { expect, test, vi } from 'vitest';
import { listFailingMirrors, listMirrored } from '../../../src/projects/connection/mirrors.ts';
import { nameMachine } from '../../../src/projects/repository-machine.ts';
import { openMirrorKeeping } from '../../../src/worker/upkeep/keep-mirrors.ts';
import { openMirrors } from '../../../src/workspace/kept/mirror.ts';
import { testDatabase } from '../../support/database.ts';
import { startGitHost } from '../../support/git-host.ts';
import { runGit, testRepository } from '../../support/git-repository.ts';
import { insertProject } from '../../support/project.ts';

const machine = { id: 'mch_here', name: 'docs-1' };

/** A project with a kept repository on this machine, and its mirror over HTTP. */
async function rig() {
  await using stack = new AsyncDisposableStack();
  const { db } = stack.use(await testDatabase());
  const kept = stack.use(await testRepository({ bare: true }));
  const far = stack.use(await testRepository({ bare: true }));
  const host = stack.use(await startGitHost({ far: far.path }));
  const mirrors = openMirrors();
  stack.defer(() => mirrors.close());
  const project = await insertProject(db, { repository: kept.path });
  await nameMachine(db, machine);
  const place = { repository_kind: 'kept', repository_machine: machine.id } as const;
  await db.updateTable('project').set(place).where('id', '=', project.id).execute();
  const reported: string[] = [];
  const log = {
    debug() {},
    info: (_: object, text: string) => reported.push(text),
    warn: (_: object, text: string) => reported.push(text),
    error() {},
  };
  const ending = new AbortController();
  const open = () =>
    openMirrorKeeping(
      {
        machineId: machine.id,
        mirrors,
        placeOf: (id) => ({ id, kind: 'url', location: host.url('far') }),
        signal: ending.signal,
      },
      { db, log },
    );
  const parts = stack.move();
  return {
    db,
    kept,
    far,
    host,
    project,
    reported,
    async stop() {
      ending.abort();
      await mirrors.close();
    },
    /** One look by a worker that has just started. */
    look: async () => await open()(),
    open,
    state: async () => (await listMirrored(db, machine.id))[0],
    [Symbol.asyncDispose]: async () => await parts.disposeAsync(),
  };
}

const headOf = async (path: string) => await runGit(['-C', path, 'rev-parse', 'main']);

test('a repository that changed is mirrored, and an unchanged one causes no request', async () => {
  await using it = await rig();
  await it.look();
  expect(it.host.requests).toEqual([]);
  await it.kept.commit({ 'index.md': '# One\n' });
  await it.look();
  expect(await headOf(it.far.path)).toBe(await headOf(it.kept.path));
  expect(await it.state()).toMatchObject({ mirroredAt: expect.any(Date), failedAt: null });
  const asked = it.host.requests.length;
  await it.look();
  expect(it.host.requests).toHaveLength(asked);
  await it.kept.commit({ 'index.md': '# Two\n' });
  await it.look();
  expect(await headOf(it.far.path)).toBe(await headOf(it.kept.path));
});

test('an unreachable mirror is reported once, skipped for a while, and then updated', async () => {
  await using it = await rig();
  await it.kept.commit({ 'index.md': '# One\n' });
  it.host.fault = { kind: 'status', status: 503 };
  const worker = it.open();
  await worker();
  const asked = it.host.requests.length;
  await worker();
  expect(it.host.requests).toHaveLength(asked);
  await it.look();
  expect(it.reported).toEqual(['a repository could not be mirrored']);
  expect(await it.state()).toMatchObject({
    mirroredAt: null,
    failure: expect.stringContaining('overloaded or broken'),
  });
  expect(await listFailingMirrors(it.db, 10)).toEqual([]);
  expect(await listFailingMirrors(it.db, 0)).toEqual(['Docs']);
  it.host.fault = undefined;
  await it.look();
  expect(it.reported.at(-1)).toBe('the mirror of a repository is up to date again');
  expect(await it.state()).toMatchObject({ mirroredAt: expect.any(Date), failedAt: null, failure: null });
});

test('a repository that lost its branches does not empty its mirror', async () => {
  await using it = await rig();
  const commit = await it.kept.commit({ 'index.md': '# One\n' });
  await it.look();
  await it.kept.git('update-ref', '-d', 'refs/heads/main');
  await it.look();
  expect(await headOf(it.far.path)).toBe(commit);
  expect(await it.state()).toMatchObject({ failure: expect.stringContaining('has no branches any more') });
  await it.kept.git('update-ref', 'refs/heads/main', commit);
  await it.look();
  expect(await it.state()).toMatchObject({ failure: null });
});

test('a worker that stops aborts its mirroring, which does not count as failed', async () => {
  await using it = await rig();
  await it.kept.commit({ 'index.md': '# One\n' });
  it.host.fault = { kind: 'silence' };
  const looking = it.look();
  await vi.waitUntil(() => it.host.requests.length > 0, { timeout: 30_000 });
  await it.stop();
  await looking;
  expect(it.reported).toEqual([]);
  expect(await it.state()).toMatchObject({ mirroredAt: null, failedAt: null });
});

test('repositories of other machines, deleted ones and test ones are not mirrored', async () => {
  await using it = await rig();
  await it.kept.commit({ 'index.md': '# One\n' });
  const set = async (change: object) =>
    await it.db.updateTable('project').set(change).where('id', '=', it.project.id).execute();
  await set({ repository_machine: 'mch_there' }).catch(async () => {
    await nameMachine(it.db, { id: 'mch_there', name: 'docs-2' });
    await set({ repository_machine: 'mch_there' });
  });
  await it.look();
  await set({ repository_machine: machine.id, deleted_at: new Date() });
  await it.look();
  await set({ deleted_at: null });
  const test_of = it.project.organisationId;
  await it.db
    .insertInto('organisation')
    .values({ id: `test_${test_of}`, name: 'Test', test_of })
    .execute();
  await set({ organisation_id: `test_${test_of}` });
  await it.look();
  expect(it.host.requests).toEqual([]);
});
