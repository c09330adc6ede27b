import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldDue } from '../../../src/analytics/store/fold/fold.ts';
import { dropOldViews, forgetOldViews } from '../../../src/analytics/store/retention.ts';
import { openViewStore } from '../../../src/analytics/store/store.ts';
import { testDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { countedIn } from '../support/counted.ts';
import { arrivalOf, newProjectNumber, viewOf } from '../support/views.ts';

let database: TestDatabase;
let now = new Date('2026-11-21T10:00:00Z');

beforeAll(async () => (database = await testDatabase()));
afterAll(async () => await database[Symbol.asyncDispose]());

const open = () => openViewStore({ db: database.db, log: { warn: () => {} }, now: () => now, retentionMonths: 2 });

async function rawDays(project: number): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select to_char(at, 'YYYY-MM-DD') as day from view where project_id = ${project} order by at
  `.execute(database.db);
  return rows.map(({ day }) => day);
}

test('single views of months that are over are dropped, their counts stay, and new ones find their partition', async () => {
  const project = await newProjectNumber(database.db);
  const store = open();
  const at = ['2026-09-01T00:00:00Z', '2026-09-30T23:00:00Z', '2026-10-01T00:00:00Z', '2026-11-20T00:00:00Z'];
  await store.write(
    arrivalOf(
      project,
      at.map((text) => viewOf({ at: Date.parse(text) })),
    ),
  );
  await dropOldViews(database.db, { now, retentionMonths: 2 });
  expect(await rawDays(project)).toHaveLength(4);

  now = new Date('2026-12-01T00:00:00Z');
  await dropOldViews(database.db, { now, retentionMonths: 2 });
  expect(await rawDays(project)).toEqual(['2026-10-01', '2026-11-20']);
  const site = await database.db
    .selectFrom('view_site')
    .select('raw_from')
    .where('project_id', '=', project)
    .executeTakeFirstOrThrow();
  expect(site.raw_from).toEqual(new Date('2026-10-01T00:00:00Z'));

  // The clock of another process may be behind: its view is still stored in the right place.
  now = new Date('2026-11-21T10:00:00Z');
  const september = viewOf({ at: Date.parse('2026-09-15T00:00:00Z') });
  expect(await store.write(arrivalOf(project, [september]))).toEqual({ accepted: 1, duplicates: 0 });
  await store.close();
  await foldDue(database.db, 'all');
  expect(await countedIn(database.db, project, 'month')).toEqual({ '/': [5, 0] });
});

test('an id counts again after 30 days and not before', async () => {
  const project = await newProjectNumber(database.db);
  const view = viewOf({ id: randomUUID() });
  const store = open();
  const send = async (day: string) => {
    now = new Date(`${day}T12:00:00Z`);
    await forgetOldViews(database.db, now);
    return (await store.write(arrivalOf(project, [view]))).accepted;
  };
  expect(await send('2026-11-21')).toBe(1);
  expect(await send('2026-12-21')).toBe(0);
  expect(await send('2026-12-22')).toBe(1);
  await store.close();
});

test('salts are gone after two days', async () => {
  const project = await newProjectNumber(database.db);
  const salt = (day: string) => ({ project_id: project, day, salt: Buffer.alloc(32) });
  await database.db.insertInto('view_salt').values(['2026-11-18', '2026-11-19', '2026-11-20'].map(salt)).execute();
  await forgetOldViews(database.db, new Date('2026-11-21T10:00:00Z'));
  const { rows } = await sql<{ day: string }>`select day::text from view_salt order by day`.execute(database.db);
  expect(rows.map(({ day }) => day)).toEqual(['2026-11-20']);
});
