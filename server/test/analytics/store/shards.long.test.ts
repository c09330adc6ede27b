import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readAgents } from '../../../src/analytics/read/readers/agents.ts';
import { readAnswers } from '../../../src/analytics/read/answers.ts';
import { readBots } from '../../../src/analytics/read/readers/bots.ts';
import { readGlances } from '../../../src/analytics/read/glances.ts';
import { readHealth } from '../../../src/analytics/read/health.ts';
import { readFoldLag, readIngestion } from '../../../src/analytics/read/ingestion.ts';
import { readLatest } from '../../../src/analytics/read/page/latest.ts';
import { readPage } from '../../../src/analytics/read/page/page.ts';
import { readReferrers } from '../../../src/analytics/read/readers/referrers.ts';
import { readTimeseries } from '../../../src/analytics/read/time/timeseries.ts';
import { readUnknownReaders } from '../../../src/analytics/read/readers/unknown-readers.ts';
import { readNotFound, readViews } from '../../../src/analytics/read/page/views.ts';
import { reclassifyProject } from '../../../src/analytics/reclassify.ts';
import { addShards } from '../../../src/analytics/store/shards/add-shards.ts';
import type { CountedView } from '../../../src/analytics/store/arrival.ts';
import { foldDue } from '../../../src/analytics/store/fold/fold.ts';
import { openViewStore } from '../../../src/analytics/store/store.ts';
import { testDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { Random } from '../support/random.ts';
import { randomViews } from '../support/random-views.ts';
import { arrivalOf, newProjectNumber, readers, viewOf } from '../support/views.ts';

const now = new Date('2026-11-21T10:00:00Z');
const span = { from: Date.parse('2026-09-20'), to: now.getTime() };
const page = { limit: 100, offset: 0 };

let database: TestDatabase;
beforeEach(async () => (database = await testDatabase()));
afterEach(async () => await database[Symbol.asyncDispose]());

function open() {
  return openViewStore({
    db: database.db,
    log: { warn: (fields, message) => console.warn(message, fields) },
    now: () => now,
    retentionMonths: 25,
    limits: { foldEveryMilliseconds: 3_600_000 },
  });
}

const siteOf = (projectId: number) => ({ projectId, now, retentionMonths: 25 });

const totalOf = async (projectId: number): Promise<number> =>
  (await readViews(database.db, siteOf(projectId), page)).result.totals.total;

/** Returns all answers about a project. */
async function answersOf(project: number) {
  const { db } = database;
  const site = siteOf(project);
  const odd = { dateFrom: new Date('2026-10-02T03:04:05Z'), dateTo: new Date('2026-11-20T17:18:19Z') };
  const ranges = [page, { ...page, ...odd }, { ...page, surface: 'markdown' as const }, { ...page, path: '/docs' }];
  const answers = [];
  for (const query of ranges) {
    answers.push(
      await readViews(db, site, query),
      await readNotFound(db, site, query),
      await readReferrers(db, site, query),
      await readAgents(db, site, query),
      await readBots(db, site, query),
      await readHealth(db, site, query),
      await readUnknownReaders(db, site, query),
      await readTimeseries(db, site, { ...query, interval: 'day' }),
      await readPage(db, site, { ...query, path: '/guides/1' }),
    );
  }
  answers.push(await readTimeseries(db, site, { ...page, interval: 'week' }));
  answers.push(await readLatest(db, site, { limit: 50, offset: 20 }));
  answers.push(Object.fromEntries(await readAnswers(db, site)));
  answers.push([...(await readGlances(db, [project], { now, days: 30 })).values()]);
  return answers;
}

/** Returns views with different times, so that the latest ones are always the same. */
function viewsOf(random: Random, count: number): CountedView[] {
  const moments = new Set<number>();
  return randomViews(random, count, span).map((view) => {
    let { at } = view;
    while (moments.has(at)) at -= 1;
    moments.add(at);
    return { ...view, at, visitor: BigInt(random.between(1, 40)) };
  });
}

test('every answer is the same from one shard and from several, folded or not', async () => {
  const views = viewsOf(new Random(7), 3_000);
  const [whole, sliced] = [await newProjectNumber(database.db), await newProjectNumber(database.db)];
  const store = open();
  for (let start = 0; start < views.length; start += 250) {
    const some = views.slice(start, start + 250);
    for (const project of [whole, sliced]) await store.write(arrivalOf(project, some, { dropped: { future: 2 } }));
    if (start === 500) await addShards(database.db, sliced, 3);
    if (start === 1_000) await foldDue(database.db, 'all');
    if (start === 1_500) await addShards(database.db, sliced, 4);
  }
  // Some views are sent again, from before the shards existed and from since then.
  for (const project of [whole, sliced]) {
    const again = await store.write(arrivalOf(project, [...views.slice(200, 400), ...views.slice(900, 1_100)]));
    expect(again).toEqual({ accepted: 0, duplicates: 400 });
  }
  await store.close();
  expect(await answersOf(sliced)).toEqual(await answersOf(whole));
  await foldDue(database.db, 'all');
  expect(await answersOf(sliced)).toEqual(await answersOf(whole));
  const { accepted } = await readIngestion(database.db, now);
  expect(accepted).toBe(2 * views.length);
});

test('each view counts once while shards are added and two processes write, even if it is sent again', async () => {
  const random = new Random(3);
  const project = await newProjectNumber(database.db);
  const stores = [open(), open()];
  const counted = { sent: new Set<string>(), stored: new Set<string>() };
  const done = new AbortController();
  const all: CountedView[] = [];
  const write = async (): Promise<void> => {
    while (!done.signal.aborted) {
      const fresh = Array.from({ length: random.between(1, 12) }, () => viewOf({ path: `/${random.between(1, 9)}` }));
      const old = Array.from({ length: random.between(0, 4) }, () => random.pick(all)).filter(Boolean);
      for (const { id } of fresh) counted.sent.add(id);
      all.push(...fresh);
      await random.pick(stores).write(arrivalOf(project, [...old, ...fresh]));
      for (const { id } of fresh) counted.stored.add(id);
    }
  };
  const read = async (): Promise<void> => {
    while (!done.signal.aborted) {
      const least = counted.stored.size;
      const total = await totalOf(project);
      expect(total).toBeGreaterThanOrEqual(least);
      expect(total).toBeLessThanOrEqual(counted.sent.size);
    }
  };
  const add = async (): Promise<void> => {
    for (const count of [2, 3, 8]) {
      await setTimeout(300);
      await addShards(database.db, project, count);
      await foldDue(database.db, 'all');
    }
    await setTimeout(300);
    done.abort();
  };
  await Promise.all([write(), write(), write(), write(), read(), add()]);
  // A slow machine has written few views since the last shards were added: write some to each.
  const last = Array.from({ length: 100 }, () => viewOf());
  await stores[1]?.write(arrivalOf(project, last));
  for (const { id } of last) counted.stored.add(id);
  all.push(...last);
  expect(await stores[0]?.write(arrivalOf(project, all))).toEqual({ accepted: 0, duplicates: all.length });
  for (const store of stores) await store.close();
  expect(await totalOf(project)).toBe(counted.stored.size);
  const { rows } = await sql<{ ids: number; all: number; shards: number }>`
    select count(distinct id)::int as ids, count(*)::int as all, count(distinct project_id)::int as shards from view_event_id
  `.execute(database.db);
  expect(rows).toEqual([{ ids: counted.stored.size, all: counted.stored.size, shards: 8 }]);
});

test('reclassified readers are counted again in all shards', async () => {
  const project = await newProjectNumber(database.db);
  const store = open();
  await store.write(arrivalOf(project, [viewOf(), viewOf(), viewOf({ reader: readers.claude })]));
  await addShards(database.db, project, 4);
  const views = Array.from({ length: 40 }, () => viewOf());
  await store.write(arrivalOf(project, views));
  const judge = { rules: '2026-12-01', verdictOf: () => readers.cursor.verdict };
  const done = await reclassifyProject(database.db, project, judge);
  expect(done).toEqual({ projectId: project, readers: 2, changed: 2, views: 43 });
  await store.write(arrivalOf(project, [viewOf(), viewOf()]));
  await store.close();
  await foldDue(database.db, 'all');
  const { totals } = (await readViews(database.db, siteOf(project), page)).result;
  expect(totals).toEqual({ human: 0, ai: 45, total: 45 });
});

test('a project never gets fewer shards, and adding none changes nothing', async () => {
  const project = await newProjectNumber(database.db);
  expect(await addShards(database.db, project, 3)).toBe(1);
  expect(await addShards(database.db, project, 3)).toBe(3);
  await expect(addShards(database.db, project, 2)).rejects.toMatchObject({ code: 'invalid_request' });
  expect(await database.db.selectFrom('view_shard').select('place').orderBy('place').execute()).toEqual([
    { place: 1 },
    { place: 2 },
  ]);
});

test('views of a shard that its node cannot find yet are rejected as retryable, and count once when they are sent again', async () => {
  const project = await newProjectNumber(database.db);
  await addShards(database.db, project, 2);
  const { number } = await database.db.selectFrom('view_shard').select('number').executeTakeFirstOrThrow();
  const site = await database.db.selectFrom('view_site').selectAll().where('project_id', '=', number).execute();
  await sql`delete from view_site where project_id = ${number}`.execute(database.db);
  const views = Array.from({ length: 40 }, () => viewOf());
  const store = open();
  await expect(store.write(arrivalOf(project, views))).rejects.toMatchObject({ code: 'database_unavailable' });
  await database.db.insertInto('view_site').values(site).execute();
  const { accepted, duplicates } = await store.write(arrivalOf(project, views));
  await store.close();
  expect(accepted + duplicates).toBe(40);
  expect(await totalOf(project)).toBe(40);
});

test('an unfolded journal is reported, whichever shard it is in', async () => {
  const project = await newProjectNumber(database.db);
  expect(await readFoldLag(database.db)).toBe(0);
  await addShards(database.db, project, 2);
  const store = open();
  await store.write(
    arrivalOf(
      project,
      Array.from({ length: 40 }, () => viewOf()),
    ),
  );
  await store.close();
  await sql`update view_journal set written_at = now() - interval '1 hour' where project_id <> ${project}`.execute(
    database.db,
  );
  expect(await readFoldLag(database.db)).toBeGreaterThanOrEqual(3_600);
});
