import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readHealth } from '../../../src/analytics/read/health.ts';
import type { ReadSite } from '../../../src/analytics/read/snapshot.ts';
import { testDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { newProjectNumber } from '../support/views.ts';

let database: TestDatabase;
let site: ReadSite;
beforeAll(async () => (database = await testDatabase()));
afterAll(async () => await database[Symbol.asyncDispose]());
beforeEach(async () => {
  site = { projectId: await newProjectNumber(database.db), now: new Date('2026-11-21T10:00:00Z'), retentionMonths: 25 };
  const counts = {
    '2026-11-18': { accepted: 1 },
    '2026-11-19': { accepted: 10, duplicate: 2, late: 3, 'people:browser': 4, 'people:server': 5 },
    '2026-11-20': { accepted: 7, 'dropped:future': 1, 'dropped:not_a_page': 6, 'refused:invalid_json': 2 },
    '2026-11-21': { 'dropped:future': 2, 'refused:payload_too_large': 1, 'people:browser': 1 },
  };
  // One process writes a part, and another the rest.
  const rows = Object.entries(counts).flatMap(([day, names]) =>
    Object.entries(names).flatMap(([name, count]) => [
      { project_id: site.projectId, day, name, count: 1, writer: 3 },
      { project_id: site.projectId, day, name, count: count - 1, writer: 40 },
    ]),
  );
  await database.db.insertInto('view_health').values(rows).execute();
});

const read = async (query: { dateFrom?: Date; dateTo?: Date; limit?: number; offset?: number }) =>
  await readHealth(database.db, site, { limit: 50, offset: 0, ...query });

test('arrivals are reported by day, newest first, and in total', async () => {
  const { result, range } = await read({ dateFrom: new Date('2026-11-19') });
  expect(range).toBeUndefined();
  expect(result).toEqual({
    totals: {
      accepted: 17,
      duplicates: 2,
      late: 3,
      dropped: { future: 3, not_a_page: 6 },
      refused: { invalid_json: 2, payload_too_large: 1 },
      people: { browser: 5, server: 5, countedBy: null, decidedAt: null },
    },
    days: [
      {
        date: '2026-11-21',
        accepted: 0,
        duplicates: 0,
        late: 0,
        dropped: { future: 2 },
        refused: { payload_too_large: 1 },
      },
      {
        date: '2026-11-20',
        accepted: 7,
        duplicates: 0,
        late: 0,
        dropped: { future: 1, not_a_page: 6 },
        refused: { invalid_json: 2 },
      },
      { date: '2026-11-19', accepted: 10, duplicates: 2, late: 3, dropped: {}, refused: {} },
    ],
    hasMore: false,
  });
});

test('a page of days includes the totals of all days', async () => {
  const { result } = await read({ limit: 1, offset: 1 });
  expect(result.days.map(({ date }) => date)).toEqual(['2026-11-20']);
  expect(result).toMatchObject({ hasMore: true, totals: { accepted: 18 } });
  expect((await read({ limit: 1, offset: 3 })).result.hasMore).toBe(false);
});

test('bounds within a day become whole days, which the answer reports', async () => {
  const { result, range } = await read({
    dateFrom: new Date('2026-11-19T23:59:00Z'),
    dateTo: new Date('2026-11-20T00:01:00Z'),
  });
  expect(range).toEqual({ from: new Date('2026-11-19'), to: new Date('2026-11-21') });
  expect(result.days.map(({ date }) => date)).toEqual(['2026-11-20', '2026-11-19']);
});

test('an empty range is empty, also within a day', async () => {
  const noon = new Date('2026-11-20T12:00:00Z');
  const { result, range } = await read({ dateFrom: noon, dateTo: noon });
  expect({ days: result.days, accepted: result.totals.accepted, range }).toEqual({
    days: [],
    accepted: 0,
    range: undefined,
  });
});
