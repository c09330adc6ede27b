import { chmod, chown, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { startEmbedded } from '../../src/postgres/embedded/embedded.ts';
import { thisMachine } from '../../src/postgres/embedded/machine.ts';
import { holdServer, serverProcess } from '../support/embedded-process.ts';
import { copyPackage } from '../support/package-copy.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// Creating a database takes a second, and creating many concurrently on a busy machine takes long.
vi.setConfig({ testTimeout: 240_000 });

const log = { info: () => {}, warn: () => {} };
const isRoot = process.getuid?.() === 0;
/** "daemon", an ordinary user of every system; the tests' own user when that is not root. */
const ordinaryUser = isRoot ? 1 : undefined;

test('if the home folder is private, root places the database and its programs where the user of the server can read them', async () => {
  await using home = await temporaryFolder(0o700);
  await using shared = await temporaryFolder();
  const directory = path.join(home.path, 'clone/.copydesk');
  const sharedFolder = path.join(shared.path, 'copydesk');
  const reported: string[] = [];
  const options = {
    directory,
    log: { ...log, info: (message: string) => void reported.push(message) },
    machine: { ...thisMachine(), packageFolder: await copyPackage(home.path), sharedFolder },
  };

  const first = await startEmbedded(options);
  await first.stop();
  const second = await startEmbedded(options);
  expect(second.connection).toEqual(first.connection);
  await second.stop();

  expect(await readdir(directory)).toEqual([isRoot ? 'postgres.location' : 'postgres']);
  const location = isRoot ? await readFile(path.join(directory, 'postgres.location'), 'utf8') : directory;
  expect(location.startsWith(isRoot ? `${sharedFolder}/` : home.path)).toBe(true);
  // The programs and the database.
  expect(await readdir(sharedFolder).catch(() => [])).toHaveLength(isRoot ? 2 : 0);
  expect(reported.filter((message) => message.includes('postgres.location'))).toHaveLength(isRoot ? 1 : 0);
});

test('a database that was placed elsewhere and is gone is not replaced by an empty one', async () => {
  await using home = await temporaryFolder(0o700);
  await using shared = await temporaryFolder();
  const machine = { ...thisMachine(), sharedFolder: path.join(shared.path, 'copydesk') };
  const server = await startEmbedded({ directory: home.path, log, machine });
  await server.stop();
  await rm(isRoot ? machine.sharedFolder : path.join(home.path, 'postgres/data'), { recursive: true });
  const again = startEmbedded({ directory: home.path, log, machine });
  await expect(again).rejects.toMatchObject({ code: 'data_directory_refused' });
});

test('an ordinary user runs their own server, which root can also use', async () => {
  // Without permission to create the missing links, the user copies the programs.
  await using folder = await temporaryFolder();
  const directory = path.join(folder.path, 'home');
  await mkdir(directory, { mode: 0o700 });
  if (ordinaryUser !== undefined) await chown(directory, ordinaryUser, ordinaryUser);
  const machine = { packageFolder: await copyPackage(folder.path) };

  const holder = await holdServer({ directory, user: ordinaryUser, machine });
  const data = path.join(directory, 'postgres/data');
  const owner = (await stat(data)).uid;
  expect(owner).toBe(ordinaryUser ?? process.getuid?.());
  const joined = await startEmbedded({ directory, log });
  await holder.stop();
  await joined.stop();
  const own = await startEmbedded({ directory, log });
  expect((await stat(path.join(data, 'postmaster.pid'))).uid).toBe(owner);
  await own.stop();
  expect(await serverProcess(data)).toBeUndefined();
});

test('with a long path the socket is in a private temporary folder, not in one that is open to others', async () => {
  await using folder = await temporaryFolder();
  await using temporary = await temporaryFolder(0o755);
  const directory = path.join(folder.path, 'very-long-name-'.repeat(8), 'data');
  const machine = { ...thisMachine(), temporaryFolder: temporary.path };
  const server = await startEmbedded({ directory, log, machine });
  expect(path.dirname(server.connection.host)).toBe(temporary.path);
  expect((await stat(server.connection.host)).mode & 0o777).toBe(0o700);
  await server.stop();

  await chmod(server.connection.host, 0o755);
  const careful = await startEmbedded({ directory, log, machine });
  expect(careful.connection.host).toBe('127.0.0.1');
  await careful.stop();
});

test('if no socket is possible, the server listens on loopback, and other processes find it there', async () => {
  await using folder = await temporaryFolder();
  const directory = path.join(folder.path, 'very-long-name-'.repeat(8), 'data');
  const machine = { ...thisMachine(), temporaryFolder: path.join(folder.path, 'missing') };
  const holder = await startEmbedded({ directory, log, machine });
  expect(holder.connection.host).toBe('127.0.0.1');
  const joined = await holdServer({ directory, machine: { temporaryFolder: machine.temporaryFolder } });
  expect(joined.connection).toEqual(holder.connection);
  await joined.ping();
  await joined.stop();
  await holder.stop();
});
