import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { inject, expect, test } from 'vitest';
import { z } from 'zod';
import { connectionUrl } from '../../src/postgres/connection.ts';
import { openDatabase } from '../../src/postgres/database.ts';
import type { Database } from '../../src/postgres/database.ts';
import { startEmbedded } from '../../src/postgres/embedded/embedded.ts';
import { dumpCatalog } from '../../scripts/dump-catalog.ts';
import { runCommand, startCommand } from '../operator/run-command.ts';
import { contentsOf } from '../support/database-contents.ts';
import { commandLine } from '../support/server-process.ts';
import type { CommandLine, ServerProcess } from '../support/server-process.ts';
import { canMountDisks, smallDisk } from '../support/small-disk.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);

/** Prepares a server with a project whose repository it keeps, a finished job there, and a key. */
async function furnish(copydesk: CommandLine, server: ServerProcess, folder: string) {
  const { id } = z.object({ id: z.string() }).parse(await copydesk.json('project', 'create', '--name', 'First'));
  const made = await copydesk.json('key', 'create', '--name', 'test', '--scopes', 'admin');
  const { key } = z.object({ key: z.string() }).parse(made);
  const clone = path.join(folder, 'clone');
  const git = async (...command: string[]) =>
    await run('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-C', clone, ...command]);
  await run('git', ['init', '--quiet', '--initial-branch=main', clone]);
  await writeFile(path.join(clone, 'index.md'), '# Hello\n');
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'Begin');
  await git('push', '--quiet', server.url.replace('//', `//x:${key}@`).concat(`/git/${id}.git`), 'main');
  const job = await copydesk.json('job', 'create', 'replace Hello with Welcome', '--project', id);
  const { id: jobId } = z.object({ id: z.string() }).parse(job);
  const status = async () => z.object({ status: z.string() }).parse(await copydesk.json('job', 'show', jobId)).status;
  await expect.poll(status, { timeout: 60_000 }).toBe('completed');
  return { id, key, jobId };
}

/** Sends views until it is told to stop; returns how many were accepted. */
function sendViews(url: string, { id, key }: { id: string; key: string }) {
  const state = { going: true };
  let accepted = 0;
  const sending = (async () => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    for (let number = 0; state.going; number += 1) {
      const events = Array.from({ length: 20 }, (_, of) => ({
        url: `https://docs.example.com/page-${of}`,
        userAgent: `ClaudeBot/1.${number}`,
      }));
      const reply = await fetch(`${url}/v1/collect/${id}`, { method: 'POST', headers, body: JSON.stringify(events) });
      if (reply.status === 202) accepted += 20;
    }
  })();
  return {
    accepted: () => accepted,
    async stop(): Promise<number> {
      state.going = false;
      await sending;
      return accepted;
    },
  };
}

/** Returns what a copy must contain: all but the list of backups, to which each is added after it was made. */
async function contents(db: Database): Promise<Record<string, string>> {
  return await contentsOf(db, ['migration', 'worker', 'view_fold', 'machine', 'project', 'backup']);
}

async function catalogOf(url = ''): Promise<string> {
  await using db = openDatabase({ url, maximumConnections: 1, applicationName: 'test' });
  return await dumpCatalog(db);
}

async function inEmbedded<T>(directory: string, use: (db: Database) => Promise<T>): Promise<T> {
  const embedded = await startEmbedded({ directory, log: { info: () => {}, warn: () => {} } });
  const db = openDatabase({ connection: embedded.connection, maximumConnections: 1, applicationName: 'test' });
  try {
    return await use(db);
  } finally {
    await db.destroy();
    await embedded.stop();
  }
}

test(
  'a backup copies all data while the server runs, and another server continues with it',
  { timeout: 300_000 },
  async () => {
    await using folder = await temporaryFolder();
    const at = (name: string) => path.join(folder.path, name);
    const env = { COPYDESK_LOG_LEVEL: 'warn', COPYDESK_QUOTA_ANALYTICS: '1000000' };
    const copydesk = await commandLine({ ...env, COPYDESK_DATA_DIR: at('first') }, { isEmbedded: true });
    const server = await copydesk.serve();
    const made = await furnish(copydesk, server, folder.path);
    const views = sendViews(server.url, made);
    await expect.poll(views.accepted).toBeGreaterThan(100);
    const before = views.accepted();
    const busy = await copydesk.json('database', 'backup', at('busy.backup'));
    expect(busy).toMatchObject({ repositories: 1, elsewhere: [] });
    const after = await views.stop();
    await server.end('SIGTERM');
    await copydesk.json('database', 'backup', at('quiet.backup'));

    const restore = async (name: string, backup: string) =>
      await runCommand(['database', 'restore', at(backup)], { env: { ...env, COPYDESK_DATA_DIR: at(name) } });
    expect(await restore('second', 'quiet.backup')).toMatchObject({ code: 0, err: '' });
    expect(await inEmbedded(at('second'), contents)).toEqual(await inEmbedded(at('first'), contents));

    expect(await restore('third', 'busy.backup')).toMatchObject({ code: 0, err: '' });
    const stored = await inEmbedded(at('third'), async (db) => {
      const { rows } = await sql<{ single: number; reported: number }>`
      select (select count(*) from view) as single, (select sum(count) from view_health where name = 'accepted') as reported
    `.execute(db);
      return rows[0];
    });
    // All tables are from one moment between the beginning and the end of the copying.
    expect(stored?.single).toBe(Number(stored?.reported));
    expect(stored?.single).toBeGreaterThanOrEqual(before);
    expect(stored?.single).toBeLessThanOrEqual(after);

    const moved = await commandLine({ ...env, COPYDESK_DATA_DIR: at('third') }, { isEmbedded: true });
    await using again = await moved.serve();
    expect(await moved.json('job', 'show', made.jobId)).toMatchObject({ status: 'completed' });
    const address = again.url.replace('//', `//x:${made.key}@`).concat(`/git/${made.id}.git`);
    const { stdout } = await run('git', ['ls-remote', address]);
    expect(stdout).toContain(`refs/heads/copydesk/${made.jobId}`);
    const next = await moved.json('job', 'create', 'replace Hello with Goodbye', '--project', made.id);
    const { id } = z.object({ id: z.string() }).parse(next);
    const status = async () => z.object({ status: z.string() }).parse(await moved.json('job', 'show', id)).status;
    await expect.poll(status, { timeout: 60_000 }).toBe('completed');
  },
);

test('a killed restore leaves nothing that blocks the next one', { timeout: 300_000 }, async () => {
  await using folder = await temporaryFolder();
  const at = (name: string) => path.join(folder.path, name);
  const env = { COPYDESK_LOG_LEVEL: 'error', COPYDESK_DATA_DIR: at('first') };
  const copydesk = await commandLine(env, { isEmbedded: true });
  const server = await copydesk.serve();
  await furnish(copydesk, server, folder.path);
  await server.end('SIGTERM');
  await copydesk.json('database', 'backup', at('backup'));
  const target = { ...env, COPYDESK_DATA_DIR: at('second') };
  for (const milliseconds of [900, 1_500, 2_100, 2_700]) {
    const child = startCommand(['database', 'restore', at('backup')], { env: target });
    const closed = once(child, 'close');
    await Promise.race([closed, setTimeout(milliseconds)]);
    child.kill('SIGKILL');
    await closed;
    if (child.exitCode === 0) break;
  }
  const last = await runCommand(['database', 'restore', at('backup')], { env: target });
  // On a fast machine one may have finished before it was killed.
  expect(last.code === 0 ? 'restored' : last.err).toMatch(/restored|There already is a database of Copydesk/);
  expect(await inEmbedded(at('second'), contents)).toEqual(await inEmbedded(at('first'), contents));
  const kept = await readdir(at('second/repositories'));
  expect(kept).toHaveLength(1);
  expect(await readdir(at(`second/repositories/${kept[0]}`))).not.toContain('copydesk-restoring');
});

test(
  'an external database is backed up and restored the same way, and only an empty one is restored into',
  { timeout: 120_000 },
  async () => {
    await using folder = await temporaryFolder();
    const server = inject('postgres');
    const names = ['from', 'to'].map((name) => `test_backup_${name}_${process.pid}`);
    const root = openDatabase({ connection: server, maximumConnections: 1, applicationName: 'test' });
    const [from, to] = names.map((database) => connectionUrl({ ...server, database }));
    try {
      for (const name of names) await sql`create database ${sql.id(name)}`.execute(root);
      const command = async (url: string | undefined, ...argv: string[]) =>
        await runCommand(argv, { env: { COPYDESK_DATA_DIR: path.join(folder.path, 'data'), DATABASE_URL: url ?? '' } });
      expect(await command(from, 'key', 'create', '--name', 'laptop')).toMatchObject({ code: 0 });
      const file = path.join(folder.path, 'file');
      const key = path.join(folder.path, 'data/secret.key');
      await writeFile(key, `${Buffer.alloc(32, 7).toString('base64')}\n`, { mode: 0o600 });
      expect(await command(from, 'database', 'backup', file, '--with-secret-key')).toMatchObject({ code: 0 });
      expect((await stat(file)).mode & 0o077).toBe(0);
      expect((await command(from, 'database', 'restore', file)).err).toMatch(/is restored only into an empty one/);
      expect(await command(to, 'database', 'restore', file)).toMatchObject({ code: 0, err: '' });
      // With all indexes and constraints, which are created after the rows.
      expect(await catalogOf(to)).toBe(await catalogOf(from));
      expect((await command(to, 'key', 'list')).out).toContain('laptop');

      const bytes = await readFile(file);
      await writeFile(file, bytes.subarray(0, bytes.length - 100));
      const elsewhere = path.join(folder.path, 'elsewhere');
      const cut = await runCommand(['database', 'restore', file], { env: { COPYDESK_DATA_DIR: elsewhere } });
      expect(cut).toMatchObject({ code: 1, err: expect.stringMatching(/It is incomplete/) });
      // Not even a folder was created.
      await expect(stat(elsewhere)).rejects.toThrow('ENOENT');
      const nothing = await runCommand(['database', 'backup', `${file}.2`], { env: { COPYDESK_DATA_DIR: elsewhere } });
      expect(nothing).toMatchObject({ code: 1, err: expect.stringMatching(/There is no database in/) });
    } finally {
      for (const name of names) await sql`drop database if exists ${sql.id(name)} with (force)`.execute(root);
      await root.destroy();
    }
  },
);

test.runIf(await canMountDisks())(
  'a backup to a full disk fails and leaves no file',
  { timeout: 120_000 },
  async () => {
    await using folder = await temporaryFolder();
    await using disk = await smallDisk(256 * 1024);
    const env = { COPYDESK_DATA_DIR: path.join(folder.path, 'data'), COPYDESK_LOG_LEVEL: 'error' };
    expect(await runCommand(['key', 'create', '--name', 'laptop'], { env })).toMatchObject({ code: 0 });
    await disk.fill(0);
    const { code, err } = await runCommand(['database', 'backup', path.join(disk.path, 'file')], { env });
    expect(code).toBe(1);
    expect(err).toMatch(/The disk of .* is full/);
    expect(await readdir(disk.path)).toEqual(['ballast']);
  },
);
