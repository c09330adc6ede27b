import { execFile, spawn } from 'node:child_process';
import { appendFile, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { startEmbedded } from '../../src/postgres/embedded/embedded.ts';
import { thisMachine } from '../../src/postgres/embedded/machine.ts';
import { holdServer, serverProcess } from '../support/embedded-process.ts';
import { copyCluster } from '../support/made-cluster.ts';
import { copyPackage } from '../support/package-copy.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// Creating a database takes a second, and creating many concurrently on a busy machine takes long.
vi.setConfig({ testTimeout: 240_000 });

const run = promisify(execFile);
const log = { info: () => {}, warn: () => {} };
const isRoot = process.getuid?.() === 0;
/** "daemon", an ordinary user of every system; the tests' own user when that is not root. */
const ordinaryUser = isRoot ? 1 : undefined;

async function refusalOf(directory: string, machine = thisMachine()): Promise<{ code: string; message: string }> {
  try {
    const server = await startEmbedded({ directory, log, machine, patienceSeconds: 10 });
    await server.stop();
  } catch (error) {
    if (error instanceof Error && 'code' in error) return { code: String(error.code), message: error.message };
    throw error;
  }
  throw new Error('The directory was taken');
}

test('a directory without permission is reported with its path', async () => {
  await using folder = await temporaryFolder(0o755);
  const closed = path.join(folder.path, 'closed');
  const machine = { packageFolder: await copyPackage(folder.path) };
  await mkdir(closed, { mode: 0o555 });
  for (const directory of [path.join(closed, 'data'), closed]) {
    const start = holdServer({ directory, user: ordinaryUser, machine });
    await expect(start).rejects.toThrow(`data_directory_refused: The data directory ${directory} cannot be used.`);
  }
});

test('a path where no folder can be created is refused at once', async () => {
  expect(await refusalOf('/proc/copydesk', thisMachine())).toMatchObject({ code: 'data_directory_refused' });
});

test("another user's database is not opened", async () => {
  await using folder = await temporaryFolder();
  await copyCluster(folder.path);
  const refusal = await refusalOf(folder.path, { ...thisMachine(), user: { uid: 54_321, gid: 54_321 } });
  expect(refusal.code).toBe('data_directory_refused');
  expect(refusal.message).toMatch(/belongs to user id \d+; this process runs as user id 54321/);
  expect(refusal.message).toContain(`chown -R 54321 ${folder.path}`);
});

test('a copy made by "cp -r" starts, or is refused with the command that makes it start', async () => {
  await using folder = await temporaryFolder();
  const [original, copy] = ['original', 'copy'].map((name) => path.join(folder.path, name));
  if (original === undefined || copy === undefined) throw new TypeError('two names are two paths');
  await mkdir(original, { mode: 0o711 });
  await copyCluster(original);
  await run('cp', ['-r', original, copy]);
  // A user who is not root copies their own files, and starts the server with them unchanged.
  const start = async () => await (await startEmbedded({ directory: copy, log, patienceSeconds: 10 })).stop();
  const refusal = await start().catch((error: unknown) => error);
  const remedy = /belongs to root, as a copy does.* user that it runs as: (chown -R \S+ \S+postgres\/data)/.exec(
    String(refusal),
  );
  expect(remedy === null ? refusal : 'a remedy').toBe(isRoot ? 'a remedy' : undefined);
  const [program = 'true', ...options] = remedy?.[1]?.split(' ') ?? [];
  await run(program, options);
  await start();
});

test('a file at the path of the directory is reported', async () => {
  await using folder = await temporaryFolder();
  const file = path.join(folder.path, 'file');
  await writeFile(file, '');
  expect(await refusalOf(file)).toMatchObject({ code: 'data_directory_refused' });
  expect(await refusalOf(path.join(file, 'data'))).toMatchObject({ code: 'data_directory_refused' });
});

test('a database of another major version is refused, with what to do', async () => {
  await using folder = await temporaryFolder();
  await writeFile(path.join(await copyCluster(folder.path), 'PG_VERSION'), '17\n');
  const refusal = await refusalOf(folder.path);
  expect(refusal.code).toBe('data_directory_refused');
  expect(refusal.message).toMatch(/PostgreSQL 17.*PostgreSQL 18.*copydesk database upgrade/);
});

test('a server that does not start is refused with the last lines of its log', async () => {
  await using folder = await temporaryFolder();
  const data = await copyCluster(folder.path);
  await appendFile(path.join(data, 'postgresql.conf'), 'nonsense_setting = 1\n');
  const refusal = await refusalOf(folder.path);
  expect(refusal.code).toBe('data_directory_refused');
  expect(refusal.message).toContain('unrecognized configuration parameter "nonsense_setting"');
});

test('a deleted database is not replaced by an empty one', async () => {
  await using folder = await temporaryFolder();
  await rm(await copyCluster(folder.path), { recursive: true });
  const refusal = await refusalOf(folder.path);
  expect(refusal.code).toBe('data_directory_refused');
  expect(refusal.message).toContain(path.join(folder.path, 'postgres'));
});

test('a wrong password is refused with the name of its file', async () => {
  await using folder = await temporaryFolder();
  await copyCluster(folder.path);
  await writeFile(path.join(folder.path, 'postgres/password'), 'wrong-one');
  const refusal = await refusalOf(folder.path);
  expect(refusal.message).toContain(path.join(folder.path, 'postgres/password'));
  expect(refusal.message).not.toContain('wrong-one');
});

test('a machine without binaries gets a hint to DATABASE_URL', async () => {
  await using folder = await temporaryFolder();
  const refusal = await refusalOf(folder.path, { ...thisMachine(), packageFolder: undefined });
  expect(refusal.code).toBe('database_refused');
  expect(refusal.message).toContain('DATABASE_URL');
});

test('the files of a killed server do not prevent a start when another program now has its process id', async () => {
  await using folder = await temporaryFolder(0o755);
  const directory = path.join(folder.path, 'data');
  await mkdir(directory);
  const user = ordinaryUser;
  const machine = { packageFolder: await copyPackage(folder.path) };
  if (user !== undefined) await chown(directory, user, user);
  const first = await holdServer({ directory, user, machine });
  const data = path.join(directory, 'postgres/data');
  const files = [path.join(data, 'postmaster.pid'), path.join(directory, 'postgres/socket/.s.PGSQL.5432.lock')];
  const good = await Promise.all(files.map(async (file) => await readFile(file, 'utf8')));
  await first.stop();

  // A process of the same user: the server itself would mistake it for a running server.
  const other = spawn('/bin/sleep', ['600'], { uid: user });
  for (const [place, file] of files.entries()) {
    await writeFile(file, good[place]?.replace(/^\d+/, String(other.pid)) ?? '');
    if (user !== undefined) await chown(file, user, user);
  }

  const second = await holdServer({ directory, user, machine });
  expect(await serverProcess(data)).not.toBe(other.pid);
  await second.stop();
  other.kill();
});
