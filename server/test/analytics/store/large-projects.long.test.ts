import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { readViews } from '../../../src/analytics/read/page/views.ts';
import { addShards } from '../../../src/analytics/store/shards/add-shards.ts';
import { dayMilliseconds } from '../../../src/analytics/store/calendar.ts';
import {
  findHeldBack,
  findLargeProjects,
  growLargeProjects,
} from '../../../src/analytics/store/shards/large-projects.ts';
import type { MostSlices } from '../../../src/analytics/store/shards/large-projects.ts';
import { readShards } from '../../../src/analytics/store/shards/shards.ts';
import { openViewStore } from '../../../src/analytics/store/store.ts';
import { testDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { arrivalOf, newProjectNumber, viewOf } from '../support/views.ts';

const today = Date.parse('2026-11-21T10:00:00Z');
/** Small, so that a few dozen views make a project large. */
const viewsOfSlice = 10;

const isCluster = inject('cluster') !== undefined;

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
  await sql`update migration set applied_at = now() - interval '2 days'`.execute(database.db);
});
afterEach(async () => await database[Symbol.asyncDispose]());

function storeAt(clock: { at: number }) {
  return openViewStore({
    db: database.db,
    log: { warn: (fields, message) => console.warn(message, fields) },
    now: () => new Date(clock.at),
    retentionMonths: 25,
    limits: { foldEveryMilliseconds: 3_600_000 },
  });
}

/** Writes so many views on each of the days before a day, oldest day first. */
async function collectDays(project: number, perDay: readonly number[], before = today): Promise<void> {
  const clock = { at: before };
  const store = storeAt(clock);
  for (const [place, count] of perDay.entries()) {
    clock.at = before - (perDay.length - place) * dayMilliseconds;
    const views = Array.from({ length: count }, () => viewOf({ at: clock.at }));
    if (count > 0) await store.write(arrivalOf(project, views));
  }
  await store.close();
}

async function grow(most: MostSlices, at = today) {
  const reported: object[] = [];
  const log = {
    info: (fields: object) => void reported.push(fields),
    warn: (fields: object, message: string) => console.warn(message, fields),
  };
  await growLargeProjects(database.db, { now: new Date(at), most, viewsOfSlice, log });
  return reported;
}

const slicesOf = async (project: number) =>
  (await readShards(database.db, [project])).get(project)?.numbers.length ?? 0;

async function totalOf(project: number): Promise<number> {
  const site = { projectId: project, now: new Date(today), retentionMonths: 25 };
  return (await readViews(database.db, site, { limit: 1, offset: 0 })).result.totals.total;
}

const measure = { now: new Date(today), viewsOfSlice };

test('the size of a project is the median of its last whole days, so a single day of imports does not count', async () => {
  const [steady, imported, small] = [
    await newProjectNumber(database.db),
    await newProjectNumber(database.db),
    await newProjectNumber(database.db),
  ];
  await collectDays(steady, [0, 0, 0, 25, 31, 28, 40]);
  await collectDays(imported, [0, 0, 0, 400, 0, 3, 5]);
  await collectDays(small, [9, 10, 10, 10, 10, 9, 10]);
  // Today's views belong to no whole day.
  await collectDays(imported, [500], today + dayMilliseconds);
  expect(await findLargeProjects(database.db, measure)).toMatchObject([
    { projectId: steady, viewsADay: 25, slices: 1, needed: 3, addedAt: undefined },
  ]);
});

test('a large project gets slices while views arrive, counts each view once, and gets no more for a month', async () => {
  const project = await newProjectNumber(database.db);
  await collectDays(project, [25, 25, 25, 25, 25, 25, 25]);
  const clock = { at: today };
  const stores = [storeAt(clock), storeAt(clock)];
  const done = new AbortController();
  let stored = 0;
  const write = async (place: number): Promise<void> => {
    while (!done.signal.aborted) {
      const views = Array.from({ length: 5 }, () => viewOf({ at: today }));
      await stores[place]?.write(arrivalOf(project, views));
      const again = await stores[1 - place]?.write(arrivalOf(project, views));
      expect(again).toEqual({ accepted: 0, duplicates: 5 });
      stored += 5;
    }
  };
  const writing = [write(0), write(1)];
  await setTimeout(200);
  // Two workers find it at the same moment.
  const reported = (await Promise.all([grow(8), grow(8)])).flat();
  await setTimeout(200);
  done.abort();
  await Promise.all(writing);
  for (const store of stores) await store.close();
  expect(await slicesOf(project)).toBe(3);
  expect(reported).toMatchObject([{ project, viewsADay: 25, before: 1, slices: 3 }]);
  expect(await totalOf(project)).toBe(7 * 25 + stored);
  const { rows } = await sql<{ shards: number }>`
    select count(distinct project_id)::int as shards from view_event_id
  `.execute(database.db);
  expect(rows).toEqual([{ shards: 3 }]);

  // By the database's clock it has just got its slices.
  const soon = Date.now() + 7 * dayMilliseconds;
  await collectDays(project, [90, 90, 90, 90, 90, 90, 90], soon);
  expect(await grow(8, soon)).toEqual([]);
  const later = Date.now() + 32 * dayMilliseconds;
  await collectDays(project, [35, 35, 35, 35, 35, 35, 35], later);
  // All of its slices count, and the number at least doubles.
  expect(await grow(8, later)).toMatchObject([{ viewsADay: 35, before: 3, slices: 6 }]);
  const quiet = Date.now() + 80 * dayMilliseconds;
  expect(await grow(8, quiet)).toEqual([]);
  expect(await slicesOf(project)).toBe(6);
});

test('a project gets no more slices than allowed, and none while slicing is off or an upgrade is running', async () => {
  const project = await newProjectNumber(database.db);
  await collectDays(project, [95, 95, 95, 95, 95, 95, 95]);
  expect(await grow(1)).toEqual([]);
  await sql`update migration set applied_at = now()`.execute(database.db);
  expect(await grow(4)).toEqual([]);
  await sql`update migration set applied_at = now() - interval '2 days'`.execute(database.db);
  expect(await grow(4)).toMatchObject([{ before: 1, slices: 4 }]);
  expect(await grow(4)).toEqual([]);
  expect(await findLargeProjects(database.db, measure)).toMatchObject([{ slices: 4, needed: 10 }]);
});

test.skipIf(isCluster)(
  'on one server a project gets no slices unless a number is set, and nothing is reported',
  async () => {
    const project = await newProjectNumber(database.db);
    await collectDays(project, [95, 95, 95, 95, 95, 95, 95]);
    expect(await findHeldBack(database.db, { ...measure, most: 1 })).toEqual([]);
    expect(await grow('auto')).toEqual([]);
    expect(await slicesOf(project)).toBe(1);
  },
);

test.runIf(isCluster)(
  'on a cluster a project gets as many slices as there are nodes; a disabled setting is reported',
  async () => {
    const project = await newProjectNumber(database.db);
    await collectDays(project, [95, 95, 95, 95, 95, 95, 95]);
    const held = await findHeldBack(database.db, { ...measure, most: 1 });
    await grow('auto');
    const slices = await slicesOf(project);
    expect(slices).toBeGreaterThan(1);
    expect(held).toMatchObject([{ viewsADay: 95, slices: 1, could: slices }]);
  },
);

test('a project that another process sliced meanwhile is left unchanged', async () => {
  const project = await newProjectNumber(database.db);
  await collectDays(project, [25]);
  expect(await addShards(database.db, project, 2)).toBe(1);
  expect(await addShards(database.db, project, 8, { onlyFrom: 1 })).toBe(2);
  expect(await slicesOf(project)).toBe(2);
});

test('a process killed in the middle leaves the previous state, and the next one finishes the work', async () => {
  const project = await newProjectNumber(database.db);
  await collectDays(project, [25, 25, 25, 25, 25, 25, 25]);
  const program = fileURLToPath(new URL('grow-program.ts', import.meta.url));
  const child = spawn(process.execPath, [program, database.url, new Date(today).toISOString(), String(viewsOfSlice)], {
    stdio: 'inherit',
    env: {},
  });
  // The worker has created the slices and copies the readers, for which it must wait here.
  await database.db.transaction().execute(async (transaction) => {
    await sql`lock table view_reader in exclusive mode`.execute(transaction);
    await expect.poll(async () => await countWaiting(), { timeout: 20_000 }).toBe(1);
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  await expect.poll(async () => await countWaiting(), { timeout: 20_000 }).toBe(0);
  expect(await slicesOf(project)).toBe(1);
  await collectDays(project, [1], today + dayMilliseconds);
  expect(await grow(8)).toMatchObject([{ before: 1, slices: 3 }]);
  await collectDays(project, [20], today + dayMilliseconds);
  expect(await totalOf(project)).toBe(7 * 25 + 21);
});

/** Returns how many connections of the process that splits projects wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and application_name = 'test large projects' and wait_event_type = 'Lock'
  `.execute(database.db);
  return rows[0]?.waiting ?? 0;
}
