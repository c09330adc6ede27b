import { once } from 'node:events';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/postgres/database.ts';
import { startEmbedded } from '../../src/postgres/embedded/embedded.ts';
import { runCommand, startCommand } from '../operator/run-command.ts';
import { contentsAt, contentsIn } from '../support/database-contents.ts';
import { emptyDatabase } from '../support/empty-database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('an embedded database is moved to another PostgreSQL and back', { timeout: 300_000 }, async () => {
  await using folder = await temporaryFolder();
  await using target = await emptyDatabase('to');
  const env = { COPYDESK_DATA_DIR: path.join(folder.path, 'data'), COPYDESK_LOG_LEVEL: 'error' };
  const elsewhere = { ...env, DATABASE_URL: target.url };
  expect(await runCommand(['key', 'create', '--name', 'laptop'], { env })).toMatchObject({ code: 0 });

  const moved = await runCommand(['database', 'move', '--to', target.url, '--json'], { env });
  expect(moved).toMatchObject({ code: 0, err: '' });
  expect(moved.out).not.toContain(target.password);
  expect(JSON.parse(moved.out)).toMatchObject({ wasThere: false, dataDirectory: env.COPYDESK_DATA_DIR });
  expect(await contentsAt(target.url)).toEqual(await contentsIn(env.COPYDESK_DATA_DIR));
  expect((await runCommand(['key', 'list'], { env: elsewhere })).out).toContain('laptop');
  const left = await runCommand(['key', 'list'], { env });
  expect(left).toMatchObject({ code: 1, err: expect.stringMatching(/was moved to postgres.*set DATABASE_URL/s) });
  expect(left.err).not.toContain(target.password);
  const again = await runCommand(['database', 'move', '--to', target.url], { env });
  expect(again.err).toMatch(/was moved to/);

  expect(await runCommand(['database', 'move', '--undo'], { env })).toMatchObject({ code: 0 });
  expect((await runCommand(['key', 'list'], { env })).out).toContain('laptop');
  // Only the note was missing: it is as if the first move had ended before it.
  expect((await runCommand(['database', 'move', '--to', target.url], { env })).out).toMatch(/An earlier move/);

  const home = { ...elsewhere, COPYDESK_DATA_DIR: path.join(folder.path, 'home') };
  const itself = await runCommand(['database', 'move', '--to', target.url], { env: home });
  expect(itself.err).toMatch(/is the database that it would be moved from/);
  expect(await runCommand(['database', 'move', '--to', 'embedded'], { env: home })).toMatchObject({ code: 0, err: '' });
  expect(await contentsIn(home.COPYDESK_DATA_DIR)).toEqual(await contentsAt(target.url));
  expect((await runCommand(['key', 'list'], { env: home })).err).toMatch(/was moved to embedded/);
});

test('a database in use, or a target that is not empty, is refused', { timeout: 300_000 }, async () => {
  await using folder = await temporaryFolder();
  await using target = await emptyDatabase('full');
  const env = { COPYDESK_DATA_DIR: path.join(folder.path, 'data'), COPYDESK_LOG_LEVEL: 'error' };
  expect(await runCommand(['key', 'create', '--name', 'laptop'], { env })).toMatchObject({ code: 0 });
  const db = openDatabase({ url: target.url, maximumConnections: 1, applicationName: 'test' });
  await sql`create table told as select 1 as one`.execute(db);
  await db.destroy();
  const full = await runCommand(['database', 'move', '--to', target.url], { env });
  expect(full).toMatchObject({ code: 1, err: expect.stringMatching(/tables, such as "told".*Nothing was changed/s) });

  const used = await startEmbedded({ directory: env.COPYDESK_DATA_DIR, log: { info: () => {}, warn: () => {} } });
  const busy = await runCommand(['database', 'move', '--to', target.url], { env });
  await used.stop();
  expect(busy).toMatchObject({ code: 1, err: expect.stringMatching(/Copydesk is running on the database/) });
  expect((await runCommand(['key', 'list'], { env })).out).toContain('laptop');
});

test('a killed move leaves the source database unchanged', { timeout: 300_000 }, async () => {
  await using folder = await temporaryFolder();
  await using target = await emptyDatabase('killed');
  const env = { COPYDESK_DATA_DIR: path.join(folder.path, 'data'), COPYDESK_LOG_LEVEL: 'error' };
  expect(await runCommand(['key', 'create', '--name', 'laptop'], { env })).toMatchObject({ code: 0 });
  const before = await contentsIn(env.COPYDESK_DATA_DIR);
  const root = openDatabase({ url: target.url, maximumConnections: 1, applicationName: 'test' });
  const locks = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from pg_locks join pg_database on pg_database.oid = pg_locks.database
        where datname = current_database() and pid <> pg_backend_pid()
    `.execute(root);
    return rows[0]?.count ?? 0;
  };
  // Right after the start, in the middle, and near the end of its one transaction.
  for (const held of [1, 100, 250]) {
    const child = startCommand(['database', 'move', '--to', target.url], { env });
    const closed = once(child, 'close');
    while (child.exitCode === null && (await locks()) < held) await setTimeout(2);
    child.kill('SIGKILL');
    await closed;
    expect(await contentsIn(env.COPYDESK_DATA_DIR)).toEqual(before);
  }
  await root.destroy();
  expect(await runCommand(['database', 'move', '--to', target.url], { env })).toMatchObject({ code: 0 });
  expect(await contentsAt(target.url)).toEqual(before);
});
