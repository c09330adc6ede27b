import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../../src/postgres/database.ts';
import { migrate, readMigrations, readMigrationText } from '../../src/postgres/migrate.ts';
import { dumpCatalog } from '../../scripts/dump-catalog.ts';
import { startCommand } from '../operator/run-command.ts';
import { testDatabase } from '../support/database.ts';
import { someOf } from '../support/property-runs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { fillFirst, fillViews, oldJob } from './old-data.ts';

const migrations = await readMigrations();

/** Creates the schema of an earlier version, with the data that an installation had collected since the first one. */
async function makeOld(db: Database, applied: readonly number[]): Promise<void> {
  await sql`drop schema public cascade; create schema public`.execute(db);
  await sql`
    create table migration (version integer primary key, name text not null, applied_at timestamptz not null default now())
  `.execute(db);
  for (const migration of migrations.filter(({ version }) => applied.includes(version))) {
    await sql.raw(await readMigrationText(migration)).execute(db);
    await sql`insert into migration (version, name) values (${migration.version}, ${migration.name})`.execute(db);
    if (migration.version === 1) await fillFirst(db);
    if (migration.version === 2) await fillViews(db);
  }
}

const upTo = (newest: number) => migrations.map(({ version }) => version).filter((version) => version <= newest);

/** Returns the data of the first version, as it is read now. */
async function readAll(db: Database) {
  const { rows } = await sql<Record<string, unknown>>`
    select job.status, job.pr_link as link, (select data ->> 'summary' from job_event where sequence = 2) as summary,
      (select usage ->> 'outputTokens' from job_step) as tokens, (select prompt from job_message) as prompt,
      (select convert_from(content, 'UTF8') from job_file) as file, (select name from person) as person,
      (select scopes::text from api_key) as scopes, (select state from pull_request) as "pullRequest",
      (select ref from project) as branch, (select key from idempotency_key) as key, (select used from quota_use) as used,
      (select commit from job_delivery) as commit, (select count(*) from key_session) + (select count(*) from session)
        + (select count(*) from sign_in_link) as sessions
    from job where job.id = ${oldJob}
  `.execute(db);
  return rows;
}

const whole = [
  {
    status: 'completed',
    link: 'https://git.example.com/1',
    summary: 'done',
    tokens: '7',
    prompt: 'fix links',
    file: 'hello',
    person: 'Ada',
    scopes: '{agent:read,agent:write}',
    pullRequest: 'open',
    branch: 'main',
    key: 'once',
    used: 3,
    commit: 'c0ffee',
    sessions: 3,
  },
];

async function readViews(db: Database): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*) from view) as single, (select path from view_page) as path,
      (select agent from view_kind) as agent, (select sum(count)::integer from view_health) as accepted
  `.execute(db);
  return rows[0];
}

const views = { single: 3, path: '/start', agent: 'ClaudeBot', accepted: 3 };
const noViews = { single: 0, path: null, agent: null, accepted: null };

const newest = migrations.slice(-3);
const olderOnes = someOf(migrations.slice(0, -3));

test.each([...olderOnes, ...newest].map(({ name, version }) => ({ name, version })))(
  'data stored with $name is complete after the migration to the newest schema',
  { timeout: 120_000 },
  async ({ version }) => {
    await using database = await testDatabase();
    const { db } = database;
    const expected = await dumpCatalog(db);
    await makeOld(db, upTo(version));
    expect(await migrate(db)).toEqual(migrations.filter((each) => each.version > version).map(({ name }) => name));
    expect(await readAll(db)).toEqual(whole);
    expect(await readViews(db)).toEqual(version === 1 ? noViews : views);
    // The month of the old views.
    await sql`drop table if exists view_2026_01`.execute(db);
    expect(await dumpCatalog(db)).toBe(expected);
  },
);

test(
  'a missing migration with a lower number than the newest applied one is applied',
  { timeout: 120_000 },
  async () => {
    await using database = await testDatabase();
    const { db } = database;
    const missing = migrations.find(({ name }) => name === '0010_counts_from_elsewhere');
    await makeOld(
      db,
      upTo(12).filter((version) => version !== missing?.version),
    );
    expect((await migrate(db))[0]).toBe('0010_counts_from_elsewhere');
    expect(await readAll(db)).toEqual(whole);
  },
);

test('an upgrade that is killed ten times continues where it was', { timeout: 240_000 }, async () => {
  await using database = await testDatabase();
  await using folder = await temporaryFolder();
  const { db } = database;
  await makeOld(db, [1, 2]);
  const env = { COPYDESK_DATA_DIR: folder.path, DATABASE_URL: database.url, COPYDESK_LOG_LEVEL: 'error' };
  const begun = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from migration`.execute(db);
    return rows[0]?.count ?? 0;
  };
  for (let kill = 0; kill < 10; kill += 1) {
    const before = await begun();
    const child = startCommand(['project', 'list'], { env });
    const closed = once(child, 'close');
    const ended = new AbortController();
    void closed.then(() => ended.abort());
    // Right after the start, and a little later each time.
    while (!ended.signal.aborted && (await begun()) === before) await setTimeout(2);
    await setTimeout(kill * 2);
    child.kill('SIGKILL');
    await closed;
  }
  await migrate(db);
  expect(await readAll(db)).toEqual(whole);
});
