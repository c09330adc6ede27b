import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { foldDue } from '../../../src/analytics/store/fold/fold.ts';
import { openViewStore } from '../../../src/analytics/store/store.ts';
import type { ViewStore } from '../../../src/analytics/store/arrival.ts';
import { testDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { countedIn } from '../support/counted.ts';
import { arrivalOf, newProjectNumber, readerOf, readers, viewOf } from '../support/views.ts';

let database: TestDatabase;
let store: ViewStore;
let project: number;
const now = new Date('2026-11-21T10:00:00Z');

beforeAll(async () => (database = await testDatabase()));
afterAll(async () => await database[Symbol.asyncDispose]());
beforeEach(async () => {
  project = await newProjectNumber(database.db);
  store = open();
});
afterEach(async () => await store.close());

function open(): ViewStore {
  return openViewStore({
    db: database.db,
    log: { warn: (fields, message) => console.warn(message, fields) },
    now: () => now,
    retentionMonths: 25,
    // Tests start folds themselves.
    limits: { foldEveryMilliseconds: 3_600_000 },
  });
}

const counted = async (level: 'day' | 'month') => await countedIn(database.db, project, level);

async function health(): Promise<Record<string, number>> {
  const rows = await database.db
    .selectFrom('view_health')
    .select(['name', sql<number>`sum(count)::int8`.as('count')])
    .where('project_id', '=', project)
    .groupBy('name')
    .execute();
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

test('views are counted by day and by month, people and AI separately, and no bots', async () => {
  const views = [
    viewOf({ path: '/a' }),
    viewOf({ path: '/a', reader: readers.claude }),
    viewOf({ path: '/a', reader: readers.google }),
    viewOf({ path: '/b', reader: readers.cursor, at: Date.parse('2026-10-31T23:59:59.999Z') }),
    viewOf({ path: '/gone', found: false }),
  ];
  expect(await store.write(arrivalOf(project, views))).toEqual({ accepted: 5, duplicates: 0 });
  await foldDue(database.db, 'all');
  const expected = { '/a': [1, 1], '/b': [0, 1] };
  expect(await counted('day')).toEqual(expected);
  expect(await counted('month')).toEqual(expected);
  expect(await health()).toEqual({ accepted: 5, late: 5, 'people:server': 1 });
});

test('evidence that a database cannot store as text is stored with replaced characters', async () => {
  const odd = { ...readers.cursor.evidence, userAgent: 'Cursor\0', accept: '\uD83D', signatureAgent: 'a\uDE00\0' };
  const reader = { ...readers.cursor, digest: readerOf(readers.cursor.verdict, 'odd').digest, evidence: odd };
  const views = [viewOf({ path: '/odd', reader }), viewOf({ path: '/plain' })];
  expect(await store.write(arrivalOf(project, views))).toEqual({ accepted: 2, duplicates: 0 });
  const stored = await database.db
    .selectFrom('view_reader')
    .select('evidence')
    .where('project_id', '=', project)
    .orderBy('number')
    .executeTakeFirst();
  expect(stored?.evidence).toEqual({ userAgent: 'Cursor\uFFFD', accept: '\uFFFD', signatureAgent: 'a\uFFFD\uFFFD' });
});

test('an id counts once: within a request, in a later one, and in concurrent ones', async () => {
  const view = viewOf({ path: '/once' });
  expect(await store.write(arrivalOf(project, [view, { ...view, path: '/other' }]))).toEqual({
    accepted: 1,
    duplicates: 1,
  });
  const many = Array.from({ length: 50 }, () => viewOf({ path: '/many' }));
  const stored = await Promise.all(
    Array.from({ length: 20 }, (_, place) =>
      store.write(arrivalOf(project, place % 2 === 0 ? many : many.toReversed())),
    ),
  );
  expect(stored.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(50);
  expect(stored.reduce((sum, { duplicates }) => sum + duplicates, 0)).toBe(19 * 50);
  await foldDue(database.db, 'all');
  expect(await counted('day')).toEqual({ '/once': [1, 0], '/many': [50, 0] });
});

test('the same id counts for each project', async () => {
  const other = await newProjectNumber(database.db);
  const id = randomUUID();
  const stored = await Promise.all([project, other].map((number) => store.write(arrivalOf(number, [viewOf({ id })]))));
  expect(stored.map(({ accepted }) => accepted)).toEqual([1, 1]);
});

test('two processes that write and fold at the same time lose and double nothing', async () => {
  const second = open();
  const shared = Array.from({ length: 200 }, (_, place) => viewOf({ path: `/p${place % 7}` }));
  const writes: Promise<unknown>[] = [];
  for (let round = 0; round < 20; round += 1) {
    const own = Array.from({ length: 30 }, () => viewOf({ path: '/own' }));
    writes.push(store.write(arrivalOf(project, [...own, ...shared])), second.write(arrivalOf(project, shared)));
    writes.push(foldDue(database.db, 'all'));
    await Promise.race(writes);
  }
  await Promise.all(writes);
  await second.close();
  await foldDue(database.db, 'all');
  const total = Object.values(await counted('day')).reduce((sum, [human]) => sum + human, 0);
  expect(total).toBe(200 + 20 * 30);
  expect(await counted('month')).toEqual(await counted('day'));
});

test('a view that is older than the retention of single views is still counted', async () => {
  const old = viewOf({ path: '/old', at: Date.parse('2001-02-03T04:05:06Z') });
  expect(await store.write(arrivalOf(project, [old, viewOf({ path: '/new' })]))).toMatchObject({ accepted: 2 });
  const raw = await sql<{ count: number }>`select count(*) from view where project_id = ${project}`.execute(
    database.db,
  );
  expect(raw.rows).toEqual([{ count: 1 }]);
  await foldDue(database.db, 'all');
  expect(await counted('month')).toEqual({ '/old': [1, 0], '/new': [1, 0] });
});

test('names beyond the daily limit are counted as (other), and known ones under their name', async () => {
  await store.write(arrivalOf(project, [viewOf({ path: '/known' })]));
  await database.db
    .updateTable('view_growth')
    .set({ added: 49_999 })
    .where('project_id', '=', project)
    .where('dictionary', '=', 'page')
    .execute();
  await store.close();
  store = open();
  const views = ['/known', '/one', '/two', '/three'].map((path) => viewOf({ path }));
  expect(await store.write(arrivalOf(project, views))).toMatchObject({ accepted: 4 });
  await foldDue(database.db, 'all');
  expect(await counted('day')).toEqual({ '/known': [2, 0], '/one': [1, 0], '(other)': [2, 0] });
});

test('a project can set its number of new paths a day', async () => {
  await database.db.updateTable('project').set({ new_paths_per_day: 2 }).where('number', '=', project).execute();
  const views = (paths: string[]) =>
    arrivalOf(
      project,
      paths.map((path) => viewOf({ path })),
    );
  await store.write(views(['/one', '/two', '/three']));
  await database.db.updateTable('project').set({ new_paths_per_day: 3 }).where('number', '=', project).execute();
  await store.write(views(['/one', '/three', '/four']));
  await foldDue(database.db, 'all');
  expect(await counted('day')).toEqual({ '/one': [2, 0], '/two': [1, 0], '/three': [1, 0], '(other)': [2, 0] });
});

test('a process that counts does not block others until its transaction ends', async () => {
  await store.write(arrivalOf(project, [viewOf()]));
  const { writer } = await database.db
    .selectFrom('view_health')
    .select('writer')
    .where('project_id', '=', project)
    .executeTakeFirstOrThrow();
  await database.db.transaction().execute(async (transaction) => {
    // Holds them as a process that has not ended yet does.
    await sql`
      insert into view_health (project_id, day, name, writer, count)
      select project_id, day, name, ${(writer + 1) % 64}, count from view_health where project_id = ${project}
    `.execute(transaction);
    expect(await store.write(arrivalOf(project, [viewOf(), viewOf()]))).toMatchObject({ accepted: 2 });
  });
  expect(await health()).toMatchObject({ accepted: 4 });
});

test('readers beyond the daily limit are counted by their verdict, without their evidence', async () => {
  const sites = { project_id: project, day: '2026-11-21', dictionary: 'reader', added: 10_000 };
  await database.db.insertInto('view_growth').values(sites).execute();
  const people = Array.from({ length: 5 }, (_, place) => readerOf(readers.person.verdict, `Browser/${place}`));
  await store.write(
    arrivalOf(
      project,
      people.map((reader) => viewOf({ reader })),
    ),
  );
  await store.write(arrivalOf(project, [viewOf({ reader: readers.claude })]));
  await foldDue(database.db, 'all');
  expect(await counted('day')).toEqual({ '/': [5, 1] });
  const kept = await database.db
    .selectFrom('view_reader')
    .select('evidence')
    .where('project_id', '=', project)
    .execute();
  expect(kept).toEqual([
    { evidence: { userAgent: '', forgotten: true } },
    { evidence: { userAgent: '', forgotten: true } },
  ]);
});

test('the number of waiting views is bounded, and rejected views may be sent again', async () => {
  const narrow = openViewStore({
    db: database.db,
    log: { warn: () => {} },
    now: () => now,
    retentionMonths: 25,
    limits: { waitingViews: 10 },
  });
  const batches = Array.from({ length: 8 }, () => Array.from({ length: 6 }, () => viewOf()));
  const settled = await Promise.allSettled(batches.map((views) => narrow.write(arrivalOf(project, views))));
  const refused = batches.filter((_, place) => settled[place]?.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(settled.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'overloaded' } });
  for (const views of refused) await narrow.write(arrivalOf(project, views));
  await narrow.close();
  await foldDue(database.db, 'all');
  expect(await counted('day')).toEqual({ '/': [48, 0] });
});

test('the writers have enough to do while more views wait than the groups being written and three more take', async () => {
  const few = openViewStore({
    db: database.db,
    log: { warn: () => {} },
    now: () => now,
    retentionMonths: 25,
    limits: { groupViews: 2 },
  });
  const written = [
    few.write(
      arrivalOf(
        project,
        Array.from({ length: 10 }, () => viewOf()),
      ),
    ),
  ];
  expect(few.hasEnough()).toBe(false);
  written.push(few.write(arrivalOf(project, [viewOf()])));
  expect(few.hasEnough()).toBe(true);
  await Promise.all(written);
  await few.close();
  expect(few.hasEnough()).toBe(false);
});

test('drops and refusals are counted by the day of arrival', async () => {
  await store.write(arrivalOf(project, [], { dropped: { future: 2, not_a_page: 1 } }));
  store.refused(project, 'invalid_request');
  store.refused(project, 'invalid_request', 2);
  await store.close();
  expect(await health()).toEqual({ 'dropped:future': 2, 'dropped:not_a_page': 1, 'refused:invalid_request': 3 });
});

test('requests end while the database does not answer, and what it stored after all counts once', async () => {
  const impatient = openViewStore({
    db: database.db,
    log: { warn: () => {} },
    now: () => now,
    retentionMonths: 25,
    limits: { waitMilliseconds: 100, groups: 1, foldEveryMilliseconds: 3_600_000 },
  });
  await impatient.write(arrivalOf(project, [viewOf({ path: '/before' })]));
  const views = [viewOf({ path: '/held' })];
  await database.db.transaction().execute(async (transaction) => {
    await sql`lock table view_health in exclusive mode`.execute(transaction);
    const held = impatient.write(arrivalOf(project, views));
    const behind = new Promise((resolve) => setTimeout(resolve, 20)).then(() =>
      impatient.write(arrivalOf(project, [viewOf({ path: '/behind' })])),
    );
    const answers = await Promise.allSettled([held, behind]);
    for (const answer of answers) expect(answer).toMatchObject({ reason: { code: 'database_unavailable' } });
  });
  expect(await impatient.write(arrivalOf(project, views))).toEqual({ accepted: 0, duplicates: 1 });
  await impatient.close();
  await foldDue(database.db, 'all');
  expect(await counted('day')).toEqual({ '/before': [1, 0], '/held': [1, 0] });
});
