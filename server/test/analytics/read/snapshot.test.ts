import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readAgents } from '../../../src/analytics/read/readers/agents.ts';
import { readReferrers } from '../../../src/analytics/read/readers/referrers.ts';
import type { ReadSite } from '../../../src/analytics/read/snapshot.ts';
import { readTimeseries } from '../../../src/analytics/read/time/timeseries.ts';
import { readAllViews, readNotFound, readViews } from '../../../src/analytics/read/page/views.ts';
import type { ViewStore } from '../../../src/analytics/store/arrival.ts';
import { foldDue } from '../../../src/analytics/store/fold/fold.ts';
import { dropOldViews } from '../../../src/analytics/store/retention.ts';
import { openViewStore } from '../../../src/analytics/store/store.ts';
import { testDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { arrivalOf, newProjectNumber, viewOf } from '../support/views.ts';

const now = new Date('2026-11-21T10:00:00Z');
const page = { limit: 50, offset: 0 };

let database: TestDatabase;
let store: ViewStore;
let site: ReadSite;
beforeAll(async () => {
  database = await testDatabase();
  store = openViewStore({
    db: database.db,
    log: { warn: (fields, message) => console.warn(message, fields) },
    now: () => now,
    retentionMonths: 25,
    limits: { foldEveryMilliseconds: 3_600_000 },
  });
});
afterAll(async () => {
  await store.close();
  await database[Symbol.asyncDispose]();
});
beforeEach(async () => {
  site = { projectId: await newProjectNumber(database.db), now, retentionMonths: 25 };
});

const readTotal = async (query = {}) => (await readViews(database.db, site, { ...page, ...query })).result.totals.total;

test('a project without views has zeros and empty lists everywhere', async () => {
  const totals = { human: 0, ai: 0, total: 0 };
  const none = { result: { totals, hasMore: false }, range: undefined };
  const { db } = database;
  for (const reading of [
    await readViews(db, site, page),
    await readViews(db, site, { ...page, path: '/', agent: 'ClaudeBot', dateFrom: new Date('2026-11-20T10:00:01Z') }),
    await readNotFound(db, site, page),
    await readReferrers(db, site, page),
    await readAgents(db, site, page),
    await readTimeseries(db, site, { ...page, interval: 'hour' }),
  ]) {
    expect(reading).toMatchObject(none);
  }
  expect(await Array.fromAsync((await readAllViews(db, site, {})).result.chunks)).toEqual([]);
});

test('no view is missed or counted twice while others write and fold', async () => {
  const counted = { sent: 0, stored: 0 };
  const writeAll = async () => {
    for (let round = 0; round < 60; round += 1) {
      const views = Array.from({ length: 5 }, () =>
        viewOf({ at: now.getTime() - 7 - 60_000 * round, path: `/${round % 7}` }),
      );
      counted.sent += views.length;
      await store.write(arrivalOf(site.projectId, views));
      counted.stored += views.length;
      if (round % 3 === 0) await foldDue(database.db, 'all');
    }
  };
  let reads = 0;
  const readAll = async (query: object) => {
    while (counted.stored < 300) {
      const least = counted.stored;
      const total = await readTotal(query);
      expect(total).toBeGreaterThanOrEqual(least);
      expect(total).toBeLessThanOrEqual(counted.sent);
      reads += 1;
    }
  };
  await Promise.all([writeAll(), readAll({}), readAll({ dateFrom: new Date('2026-11-20T13:00:00.001Z') })]);
  expect(reads).toBeGreaterThan(10);
  expect(await readTotal()).toBe(300);
});

test('an answer counts single views, or reports that it does not, while old ones are dropped', async () => {
  const views = [0, 1, 2].map((minute) => viewOf({ at: Date.parse('2026-08-03T12:00:00Z') + minute * 60_000 }));
  await store.write(arrivalOf(site.projectId, views));
  const query = { ...page, dateFrom: new Date('2026-08-03T12:00:30Z') };
  const readings: Awaited<ReturnType<typeof readViews>>[] = [];
  const dropped = new AbortController();
  const readOn = async () => {
    do readings.push(await readViews(database.db, site, query));
    while (!dropped.signal.aborted);
  };
  const drop = async () => {
    while (readings.length < 5) await readTotal();
    await dropOldViews(database.db, { now, retentionMonths: 2 });
    dropped.abort();
  };
  await Promise.all([readOn(), readOn(), drop()]);
  readings.push(await readViews(database.db, site, query));
  for (const { result, range } of readings) expect(result.totals.total).toBe(range === undefined ? 2 : 3);
  expect(readings.at(-1)?.range).toEqual({ from: new Date('2026-08-03'), to: undefined });
});

test('hours of a path from before the single views are refused with advice', async () => {
  await store.write(arrivalOf(site.projectId, [viewOf({ at: Date.parse('2024-01-01'), path: '/old' })]));
  const hours = readTimeseries(database.db, site, { ...page, interval: 'hour', path: '/old' });
  await expect(hours).rejects.toMatchObject({ code: 'invalid_request', errors: [{ parameter: 'interval' }] });
  const days = await readTimeseries(database.db, site, { ...page, interval: 'day', path: '/old' });
  expect(days.result.series).toEqual([{ start: '2024-01-01T00:00:00.000Z', human: 1, ai: 0, total: 1, bots: 0 }]);
});

test('bounds at both ends of the calendar are accepted', async () => {
  await store.write(arrivalOf(site.projectId, [viewOf()]));
  const query = { ...page, dateFrom: new Date('-000001-12-31T23:00:01Z'), dateTo: new Date('+010000-01-01T22:30:01Z') };
  const { db } = database;
  expect((await readViews(db, site, query)).result.totals.total).toBe(1);
  expect((await readAgents(db, site, query)).result.totals.total).toBe(1);
  expect((await readNotFound(db, site, query)).result.totals.total).toBe(0);
  expect((await readReferrers(db, site, query)).result.totals.total).toBe(0);
  for (const interval of ['hour', 'day', 'week', 'month'] as const) {
    const { result } = await readTimeseries(db, site, { ...query, interval });
    expect(result).toMatchObject({ totals: { total: 1 }, hasMore: true });
    expect(result.series[0]?.start).toMatch(/^0001-01-0/);
  }
});
