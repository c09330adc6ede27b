import { once } from 'node:events';
import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../support/database.ts';
import { runGit, testRepository } from '../support/git-repository.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand, startCommand, untilSaid } from './run-command.ts';

const List = z.object({
  place: z.string().nullable(),
  mirrors: z.array(
    z.object({ projectId: z.string(), mirroredAt: z.string().nullable(), failure: z.string().nullable() }),
  ),
});

/** Returns where a repository was put, according to the command. */
const placeIn = (out: string, beginning: string): string => {
  const [place = ''] = /\/\S+\.git/.exec(out) ?? [];
  expect(place.startsWith(`${beginning}-`)).toBe(true);
  return place;
};

const headOf = async (repository: string) => await runGit(['-C', repository, 'rev-parse', 'HEAD']);

test('a worker mirrors a kept repository, and another machine restores it from the mirror', async () => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const folder = stack.use(await temporaryFolder());
  const common = { DATABASE_URL: database.url, COPYDESK_MIRROR: path.join(folder.path, 'mirrors', '{project}.git') };
  await mkdir(path.join(folder.path, 'mirrors'));
  const first = { ...common, COPYDESK_DATA_DIR: path.join(folder.path, 'first') };
  const second = { ...common, COPYDESK_DATA_DIR: path.join(folder.path, 'second') };
  const list = async () => List.parse(JSON.parse((await runCommand(['mirror', 'list', '--json'], { env: first })).out));

  const made = await runCommand(['project', 'create', '--name', 'Handbook', '--json'], { env: first });
  expect(made.code).toBe(0);
  const { id } = z.object({ id: z.string() }).parse(JSON.parse(made.out));
  const kept = path.join(first.COPYDESK_DATA_DIR, 'repositories', `${id}.git`);
  const docs = stack.use(await testRepository());
  await docs.commit({ 'index.md': '# Handbook\n' });
  await docs.git('push', '--quiet', kept, 'main');
  const workers = [startCommand(['work'], { env: first }), startCommand(['work'], { env: first })];
  stack.defer(() => workers.forEach((worker) => worker.kill('SIGKILL')));
  const ended = workers.map(async (worker) => await once(worker, 'close'));
  await Promise.all(workers.map(async (worker) => await untilSaid(worker, /Waiting for jobs/)));
  let reported = await list();
  for (let round = 0; round < 20 && reported.mirrors[0]?.mirroredAt == null; round += 1) {
    await delay(200);
    reported = await list();
  }
  for (const worker of workers) worker.kill('SIGTERM');
  await Promise.all(ended);
  expect(reported).toEqual({
    place: common.COPYDESK_MIRROR,
    mirrors: [{ projectId: id, mirroredAt: expect.any(String), failure: null }],
  });

  const here = await runCommand(['mirror', 'restore', 'Handbook', '--json'], { env: first });
  expect([here.code, JSON.parse(here.err)]).toEqual([1, expect.objectContaining({ code: 'invalid_request' })]);
  const restored = await runCommand(['mirror', 'restore', 'Handbook'], { env: second });
  const place = placeIn(restored.out, path.join(second.COPYDESK_DATA_DIR, 'repositories', id));
  expect(restored).toMatchObject({ code: 0, err: '' });
  expect(await headOf(place)).toBe(await headOf(kept));
  expect((await runCommand(['project', 'check', 'Handbook'], { env: second })).code).toBe(0);
});

test('a machine that returns with the same path does not mistake its old repository for its replacement', async () => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const folder = stack.use(await temporaryFolder());
  const dataDirectory = path.join(folder.path, 'data');
  const env = {
    DATABASE_URL: database.url,
    COPYDESK_DATA_DIR: dataDirectory,
    COPYDESK_MIRROR: path.join(folder.path, 'mirrors', '{project}.git'),
  };
  const made = await runCommand(['project', 'create', '--name', 'Handbook', '--json'], { env });
  const { id } = z.object({ id: z.string() }).parse(JSON.parse(made.out));
  const docs = stack.use(await testRepository());
  await docs.commit({ 'index.md': '# Handbook\n' });
  await docs.git('push', '--quiet', path.join(dataDirectory, 'repositories', `${id}.git`), 'main');
  await runGit(['clone', '--quiet', '--mirror', docs.path, env.COPYDESK_MIRROR.replace('{project}', id)]);

  await rename(dataDirectory, `${dataDirectory}-first`);
  expect(await runCommand(['mirror', 'restore', 'Handbook'], { env })).toMatchObject({ code: 0 });
  await rename(dataDirectory, `${dataDirectory}-second`);
  await rename(`${dataDirectory}-first`, dataDirectory);
  const placed = async () =>
    await database.db.selectFrom('project').select(['repository', 'repository_machine']).executeTakeFirstOrThrow();
  const second = await placed();
  expect((await runCommand(['job', 'create', '--project', 'Handbook', 'Look'], { env })).code).toBe(0);
  const worker = startCommand(['work'], { env });
  stack.defer(() => void worker.kill('SIGKILL'));
  const ended = once(worker, 'close');
  const lacking = async () =>
    (await database.db.selectFrom('worker').select('elsewhere').executeTakeFirst())?.elsewhere;
  await expect.poll(lacking, { timeout: 50_000 }).toEqual([id]);
  worker.kill('SIGTERM');
  await ended;
  expect(await placed()).toEqual(second);
});

test('a failed restore says why, and creates nothing', async () => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const folder = stack.use(await temporaryFolder());
  const env = { DATABASE_URL: database.url, COPYDESK_DATA_DIR: path.join(folder.path, 'data') };
  await runCommand(['project', 'create', '--name', 'Handbook'], { env });
  const restore = async (more: Record<string, string>) => {
    const { code, err } = await runCommand(['mirror', 'restore', 'Handbook', '--json'], { env: { ...env, ...more } });
    return [code, z.object({ detail: z.string() }).parse(JSON.parse(err)).detail];
  };
  expect(await restore({})).toEqual([1, expect.stringContaining('COPYDESK_MIRROR')]);
  expect(await restore({ COPYDESK_MIRROR: 'mirrors/{project}' })).toEqual([
    1,
    expect.stringContaining('absolute folder'),
  ]);
  expect(await restore({ COPYDESK_MIRROR: 'https://git.example.com/all.git' })).toEqual([
    1,
    expect.stringContaining('{project}'),
  ]);
  const elsewhere = {
    COPYDESK_DATA_DIR: path.join(folder.path, 'other'),
    COPYDESK_MIRROR: path.join(folder.path, '{project}'),
  };
  expect(await restore(elsewhere)).toEqual([1, expect.stringContaining('There is no git repository at')]);
});
