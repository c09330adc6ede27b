import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readAnswers } from '../../../src/analytics/read/answers.ts';
import type { ReadSite } from '../../../src/analytics/read/snapshot.ts';
import type { ViewStore } from '../../../src/analytics/store/arrival.ts';
import { foldDue } from '../../../src/analytics/store/fold/fold.ts';
import { openViewStore } from '../../../src/analytics/store/store.ts';
import { testDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { arrivalOf, newProjectNumber, readers, viewOf } from '../support/views.ts';

const now = new Date('2026-11-21T10:00:00Z');
const day = 24 * 3_600_000;

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

/** Writes so many requests for a path, so many days ago. */
async function asked(path: string, times: number, daysAgo: number, { found = true, reader = readers.person } = {}) {
  const views = Array.from({ length: times }, () => viewOf({ path, found, reader, at: now.getTime() - daysAgo * day }));
  await store.write(arrivalOf(site.projectId, views));
}

/** Returns the answers, and expects the same ones before and after the journal is folded. */
async function answers(): Promise<Record<string, string>> {
  const before = Object.fromEntries(await readAnswers(database.db, site));
  await foldDue(database.db, 'all');
  expect(Object.fromEntries(await readAnswers(database.db, site))).toEqual(before);
  return before;
}

const gone = { found: false };

test('a project without views has no answers', async () => {
  expect(await answers()).toEqual({});
});

test('three views within 90 days count as an answer', async () => {
  await asked('/guide', 2, 1);
  await asked('/guide', 1, 90);
  await asked('/seldom', 2, 1);
  await asked('/seldom', 5, 91);
  await asked('/missing', 3, 1, gone);
  await asked('/tried', 2, 1, gone);
  expect(await answers()).toEqual({ '/guide': 'page', '/missing': 'nothing' });
});

test('the last days decide, and a page that has been missing for only a few days is not reported', async () => {
  await asked('/removed', 50, 20);
  await asked('/removed', 3, 2, gone);
  await asked('/broken-today', 50, 1);
  await asked('/broken-today', 9, 0, gone);
  await asked('/new', 9, 9, gone);
  await asked('/new', 3, 1);
  await asked('/both', 9, 1, gone);
  await asked('/both', 9, 1);
  expect(await answers()).toEqual({ '/removed': 'nothing', '/new': 'page' });
});

test('counts AI requests like those of people; bots only for missing paths', async () => {
  await asked('/guide', 3, 1, { reader: readers.claude });
  await asked('/for-bots', 9, 1, { reader: readers.google });
  await asked('/gone', 3, 1, { found: false, reader: readers.google });
  expect(await answers()).toEqual({ '/guide': 'page', '/gone': 'nothing' });
});

test('views of other projects do not count', async () => {
  await asked('/guide', 3, 1);
  const other = { ...site, projectId: await newProjectNumber(database.db) };
  expect(await readAnswers(database.db, other)).toEqual(new Map());
});
