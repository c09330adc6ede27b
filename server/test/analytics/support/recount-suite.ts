import { surfaces } from '@copydesk/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAgents } from '../../../src/analytics/read/readers/agents.ts';
import { readReferrers } from '../../../src/analytics/read/readers/referrers.ts';
import type { ReadSite } from '../../../src/analytics/read/snapshot.ts';
import { readTimeseries } from '../../../src/analytics/read/time/timeseries.ts';
import { readAllViews, readNotFound, readViews } from '../../../src/analytics/read/page/views.ts';
import type { CountedView } from '../../../src/analytics/store/arrival.ts';
import { addShards } from '../../../src/analytics/store/shards/add-shards.ts';
import { foldDue, newFolder } from '../../../src/analytics/store/fold/fold.ts';
import { dropOldViews } from '../../../src/analytics/store/retention.ts';
import { openViewStore } from '../../../src/analytics/store/store.ts';
import { testDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { Random } from './random.ts';
import { randomRange } from './random-ranges.ts';
import { randomViews } from './random-views.ts';
import { answerableRange, matching, pageOf, ranked, totalsOf } from './recount.ts';
import type { Asked } from './recount.ts';
import { recountAgents, recountSeries } from './recount-tables.ts';
import { arrivalOf, newProjectNumber } from './views.ts';

const now = new Date('2026-11-21T10:00:00Z');
const retentionMonths = 3;
const rawFrom = Date.parse('2026-08-01');
const random = new Random(20_261_121);
/** Folds as if its pages were a million: in slices of some of them, and with much data beside these. */
const sliced = newFolder(undefined, { slice: 400, small: 60, atOnce: 600 });

let database: TestDatabase;
let site: ReadSite;
let views: CountedView[];

async function storeViews(shardsAt: ReadonlyMap<number, number>): Promise<void> {
  database = await testDatabase();
  site = { projectId: await newProjectNumber(database.db), now, retentionMonths };
  views = randomViews(random, 6_000, { from: Date.parse('2026-04-20T03:00:00Z'), to: now.getTime() });
  const other = randomViews(random, 500, { from: Date.parse('2026-04-20T03:00:00Z'), to: now.getTime() });
  const store = openViewStore({
    db: database.db,
    log: { warn: (fields, message) => console.warn(message, fields) },
    now: () => now,
    retentionMonths,
    limits: { foldEveryMilliseconds: 3_600_000 },
  });
  await store.write(arrivalOf(await newProjectNumber(database.db), other));
  for (let start = 0; start < views.length; start += 300) {
    await store.write(arrivalOf(site.projectId, views.slice(start, start + 300)));
    if (start === 2_400 || start === 3_000) await foldDue(database.db, 'all', sliced);
    const shards = shardsAt.get(start);
    if (shards !== undefined) await addShards(database.db, site.projectId, shards);
  }
  await store.close();
}

const found = () => views.filter((view) => view.found);

function randomPage() {
  return { limit: random.between(1, 60), offset: random.chance(0.4) ? 0 : random.between(0, 80) };
}

function randomFilter(): Pick<Asked, 'path' | 'agent' | 'surface'> & { purpose?: 'assistant' | 'training' | 'search' } {
  return {
    path: random.chance(0.3)
      ? random.pick(['/', '/docs', '/docs/a', '/guides/1', '/docs_', '/😀', '%', '/none'])
      : undefined,
    agent: random.chance(0.2) ? random.pick(['claudebot', 'ChatGPT-User', 'Googlebot', 'nobody']) : undefined,
    purpose: random.chance(0.2) ? random.pick(['assistant', 'training', 'search']) : undefined,
    surface: randomSurface(),
  };
}

const randomSurface = () => (random.chance(0.3) ? random.pick(surfaces) : undefined);

/** Returns the expected range in the answer. */
function rangeOf(range: ReturnType<typeof answerableRange>) {
  if (!range.widened) return undefined;
  return { from: dateOf(range.from), to: dateOf(range.to) };
}

const dateOf = (at: number) => (Number.isFinite(at) ? new Date(at) : undefined);

/** Compares so that a difference shows its query. */
function expectSame(query: Asked, answer: unknown, expected: unknown) {
  expect({ query, answer }).toEqual({ query, answer: expected });
}

async function expectViews() {
  const query = { ...randomRange(random, views), ...randomPage(), ...randomFilter() };
  const range = answerableRange(query, rawFrom);
  const counted = matching(found(), query, range);
  const { rows, hasMore } = pageOf(ranked(counted), query);
  const expected = { result: { totals: totalsOf(counted), views: rows, hasMore }, range: rangeOf(range) };
  expectSame(query, await readViews(database.db, site, query), expected);
}

async function expectNotFound() {
  const query = { ...randomRange(random, views), ...randomPage(), ...randomFilter() };
  const range = answerableRange(query, rawFrom);
  const counted = matching(
    views.filter((view) => !view.found),
    query,
    range,
  );
  const { rows, hasMore } = pageOf(ranked(counted), query);
  const expected = { result: { totals: totalsOf(counted), paths: rows, hasMore }, range: rangeOf(range) };
  expectSame(query, await readNotFound(database.db, site, query), expected);
}

async function expectReferrers() {
  const query = { ...randomRange(random, views), ...randomPage() };
  const range = answerableRange(query, rawFrom);
  const counted = matching(found(), query, range).filter(({ referrer }) => referrer !== null);
  const { rows, hasMore } = pageOf(
    ranked(counted, ({ referrer }) => referrer ?? ''),
    query,
  );
  const { result, range: answered } = await readReferrers(database.db, site, query);
  const plain = result.referrers.map(({ referrer: path, human, ai, total }) => ({ path, human, ai, total }));
  expectSame(
    query,
    { totals: result.totals, rows: plain, hasMore: result.hasMore, range: answered },
    { totals: totalsOf(counted), rows, hasMore, range: rangeOf(range) },
  );
}

async function expectAgents() {
  const rows = { limit: random.between(1, 6), offset: random.between(0, 3) };
  const query = { ...randomRange(random, views), ...rows, surface: randomSurface() };
  const range = answerableRange(query, rawFrom);
  const counted = matching(found(), query, range);
  const { rows: agents, hasMore } = pageOf(recountAgents(counted), query);
  const expected = { result: { totals: totalsOf(counted), agents, hasMore }, range: rangeOf(range) };
  expectSame(query, await readAgents(database.db, site, query), expected);
}

async function expectTimeseries() {
  const interval = random.pick(['hour', 'day', 'week', 'month'] as const);
  const query = { interval, ...randomRange(random, views), ...randomPage(), ...randomFilter() };
  if (interval === 'hour') query.path = undefined;
  const range = answerableRange(query, rawFrom);
  const counted = matching(found(), query, range);
  const { rows, hasMore } = pageOf(recountSeries(counted, interval, range, found()), query);
  const expected = { result: { interval, totals: totalsOf(counted), series: rows, hasMore }, range: rangeOf(range) };
  expectSame(query, await readTimeseries(database.db, site, query), expected);
}

async function expectHoursOfPath() {
  const from = random.between(rawFrom, now.getTime());
  const query = {
    interval: 'hour' as const,
    dateFrom: new Date(from),
    dateTo: new Date(random.between(from, from + 20 * 86_400_000)),
    ...randomPage(),
    ...randomFilter(),
    path: '/docs',
  };
  const range = answerableRange(query, rawFrom);
  const counted = matching(found(), query, range);
  const { rows, hasMore } = pageOf(recountSeries(counted, 'hour', range, found()), query);
  const expected = { interval: 'hour', totals: totalsOf(counted), series: rows, hasMore };
  expectSame(query, (await readTimeseries(database.db, site, query)).result, expected);
}

async function expectAllViews() {
  const query = { ...randomRange(random, views), ...randomFilter() };
  const counted = matching(found(), query, answerableRange(query, rawFrom));
  const { result } = await readAllViews(database.db, site, query);
  const rows = (await Array.fromAsync(result.chunks)).flat();
  expectSame(query, { totals: result.totals, rows }, { totals: totalsOf(counted), rows: ranked(counted) });
}

const expectations = {
  views: expectViews,
  'not found': expectNotFound,
  referrers: expectReferrers,
  agents: expectAgents,
  timeseries: expectTimeseries,
  'hours of a path': expectHoursOfPath,
  'all views': expectAllViews,
};

/** In this order: each stage leaves the database to the next one. */
const stages = {
  'half folded': () => {},
  folded: async () => await foldDue(database.db, 'all', sliced),
  'without old single views': async () => await dropOldViews(database.db, { now, retentionMonths }),
};

/** @param shardsAt the number of shards that the project gets, by the number of views stored before. */
export function recountAgrees(shardsAt: ReadonlyMap<number, number>): void {
  beforeAll(async () => await storeViews(shardsAt));
  afterAll(async () => await database[Symbol.asyncDispose]());
  for (const [stage, enter] of Object.entries(stages)) {
    describe(`an independent recount agrees, ${stage}`, () => {
      beforeAll(enter);
      test.each(Object.entries(expectations))('%s', async (_, expectation) => {
        expect.hasAssertions();
        for (let round = 0; round < 120; round += 1) await expectation();
      });
    });
  }
}
