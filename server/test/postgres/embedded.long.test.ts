import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import type { Connection } from '../../src/postgres/connection.ts';
import { openDatabase } from '../../src/postgres/database.ts';
import { startEmbedded } from '../../src/postgres/embedded/embedded.ts';
import { holdServer, killServer, serverProcess, startProgram } from '../support/embedded-process.ts';
import { copyCluster } from '../support/made-cluster.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// Creating a database takes a second, and creating many concurrently on a busy machine takes long.
vi.setConfig({ testTimeout: 240_000 });

const log = { info: () => {}, warn: () => {} };

async function ask(connection: Connection, question: RawBuilder<unknown>): Promise<unknown> {
  const db = openDatabase({ connection, maximumConnections: 1, applicationName: 'ask' });
  try {
    return (await question.execute(db)).rows;
  } finally {
    await db.destroy();
  }
}

test('the first start creates a database, a later start finds it, and each stop ends the server', async () => {
  await using folder = await temporaryFolder();
  const directory = path.join(folder.path, 'new/data');
  const data = path.join(directory, 'postgres/data');

  const first = await startEmbedded({ directory, log });
  await ask(first.connection, sql`create table kept as select 'ä' as letter`);
  await first.stop();
  expect(await serverProcess(data)).toBeUndefined();

  const second = await startEmbedded({ directory, log });
  expect(await ask(second.connection, sql`select letter, upper(letter) from kept`)).toEqual([
    { letter: 'ä', upper: 'Ä' },
  ]);
  await second.stop();
  expect(await serverProcess(data)).toBeUndefined();
  expect((await readdir(directory)).toSorted()).toEqual(['postgres']);
});

test('the caller that starts a server is notified when its programs work, before the server is ready; one that joins is not', async () => {
  await using folder = await temporaryFolder();
  const heard: string[] = [];
  const starting = startEmbedded({ directory: folder.path, log, onLaunched: () => heard.push('launched') });
  const first = await starting.finally(() => heard.push('ready'));
  // Making the database, and starting its server.
  expect(heard).toEqual(['launched', 'launched', 'ready']);

  const second = await startEmbedded({ directory: folder.path, log, onLaunched: () => heard.push('again') });
  await Promise.all([first.stop(), second.stop()]);
  expect(heard).not.toContain('again');
});

test('stop may be called again, also twice at the same time', async () => {
  await using folder = await temporaryFolder();
  await copyCluster(folder.path);
  const server = await startEmbedded({ directory: folder.path, log });
  await Promise.all([server.stop(), server.stop()]);
  await server.stop();
  expect(await serverProcess(path.join(folder.path, 'postgres/data'))).toBeUndefined();
});

test('the password is in a private file and in no command line, and the server listens only on a socket', async () => {
  await using folder = await temporaryFolder();
  await copyCluster(folder.path);
  const server = await startEmbedded({ directory: folder.path, log });
  const file = path.join(folder.path, 'postgres/password');
  const password = await readFile(file, 'utf8');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(path.join(folder.path, 'postgres/socket'))).mode & 0o777).toBe(0o700);
  expect(server.connection).toMatchObject({ host: path.join(folder.path, 'postgres/socket'), password });
  expect(await ask(server.connection, sql`show listen_addresses`)).toEqual([{ listen_addresses: '' }]);
  const wrong = ask({ ...server.connection, password: 'guess' }, sql`select 1`);
  await expect(wrong).rejects.toThrow('password authentication failed');
  const commandLine = await ask(server.connection, sql`select pg_read_file('postmaster.opts') as options`);
  expect(JSON.stringify(commandLine)).not.toContain(password);
  await server.stop();
});

test('commits are durable and text is ordered by code point', async () => {
  await using folder = await temporaryFolder();
  await copyCluster(folder.path);
  const server = await startEmbedded({ directory: folder.path, log });
  const settings = sql`
    select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
      current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums,
      'B' < 'a' as ordered`;
  expect(await ask(server.connection, settings)).toEqual([
    { fsync: 'on', commit: 'on', encoding: 'UTF8', checksums: 'on', ordered: true },
  ]);
  await server.stop();
});

test('a start joins the server that a killed process left running', async () => {
  await using folder = await temporaryFolder();
  const data = await copyCluster(folder.path);
  const killed = await holdServer({ directory: folder.path });
  const left = await serverProcess(data);
  await killed.kill();
  expect(await serverProcess(data)).toBe(left);

  const next = await startEmbedded({ directory: folder.path, log });
  expect(await serverProcess(data)).toBe(left);
  await next.stop();
  expect(await serverProcess(data)).toBeUndefined();
});

test('processes that start at once on an empty directory share one server; the last to stop ends it', async () => {
  await using folder = await temporaryFolder();
  const directory = path.join(folder.path, 'data');
  const data = path.join(directory, 'postgres/data');
  const [one, two, three] = await Promise.all([
    holdServer({ directory }),
    holdServer({ directory }),
    holdServer({ directory }),
  ]);
  expect(two.connection).toEqual(one.connection);
  expect(three.connection).toEqual(one.connection);
  const server = await serverProcess(data);

  await one.stop();
  await two.ping();
  expect(await serverProcess(data)).toBe(server);
  await Promise.all([two.stop(), three.stop()]);
  expect(await serverProcess(data)).toBeUndefined();
  expect(await readdir(directory)).toEqual(['postgres']);
});

test('processes that start and stop at the same time always find a server, and leave none behind', async () => {
  await using folder = await temporaryFolder();
  await copyCluster(folder.path);
  const visit = async (visits: number): Promise<void> => {
    for (let done = 0; done < visits; done += 1) {
      const server = await startEmbedded({ directory: folder.path, log });
      await ask(server.connection, sql`select 1`);
      await server.stop();
    }
  };
  await Promise.all([visit(6), visit(6), visit(6)]);
  expect(await serverProcess(path.join(folder.path, 'postgres/data'))).toBeUndefined();
});

test('a killed server is started again for the processes that hold it', async () => {
  await using folder = await temporaryFolder();
  const data = await copyCluster(folder.path);
  const [one, two] = await Promise.all([
    holdServer({ directory: folder.path }),
    holdServer({ directory: folder.path }),
  ]);
  const before = await serverProcess(data);
  await killServer(data, 'SIGKILL');
  await Promise.all([one.ping(), two.ping()]);
  expect(await serverProcess(data)).not.toBe(before);
  await one.stop();
  await two.stop();
  expect(await serverProcess(data)).toBeUndefined();
});

test('a process that stops right after it restarted a killed server does not end it if another process is about to join', async () => {
  await using folder = await temporaryFolder();
  const data = await copyCluster(folder.path);
  // The first one is the server's parent and requests its end, which a paused process could not do.
  const one = await holdServer({ directory: folder.path });
  const two = await holdServer({ directory: folder.path });
  two.signal('SIGSTOP');
  const left = await (async () => {
    await killServer(data, 'SIGKILL');
    await one.ping();
    return { server: await serverProcess(data), stopped: one.stop() };
  })().finally(() => two.signal('SIGCONT'));
  await Promise.all([left.stopped, two.ping()]);
  expect(await serverProcess(data)).toBe(left.server);
  await two.stop();
  expect(await serverProcess(data)).toBeUndefined();
});

test('the next start recovers after all processes were killed', async () => {
  await using folder = await temporaryFolder();
  const data = await copyCluster(folder.path);
  const holder = await holdServer({ directory: folder.path });
  await ask(holder.connection, sql`create table kept as select generate_series(1, 1000) as number`);
  await holder.kill();
  await killServer(data, 'SIGKILL');

  const server = await startEmbedded({ directory: folder.path, log });
  expect(await ask(server.connection, sql`select count(*) from kept`)).toEqual([{ count: 1000 }]);
  await server.stop();
});

test('a process that is killed while it creates the database does not prevent the next start', async () => {
  await using folder = await temporaryFolder();
  const child = startProgram({ directory: folder.path });
  const drafts = async () => (await readdir(folder.path)).filter((name) => name.startsWith('postgres.new-'));
  await vi.waitUntil(async () => (await drafts()).length > 0, { timeout: 30_000 });
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await drafts()).toHaveLength(1);

  const server = await startEmbedded({ directory: folder.path, log });
  await ask(server.connection, sql`select 1`);
  await server.stop();
  expect(await readdir(folder.path)).toEqual(['postgres']);
});
