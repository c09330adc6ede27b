import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hasOutdatedReaders, reclassifyProject } from '../../src/analytics/reclassify.ts';
import type { Judge } from '../../src/analytics/reclassify.ts';
import { openOwnRules, withOwnRules } from '../../src/analytics/classify/own-rules.ts';
import { foldDue } from '../../src/analytics/store/fold/fold.ts';
import { openViewStore } from '../../src/analytics/store/store.ts';
import type { ViewStore } from '../../src/analytics/store/arrival.ts';
import { testDatabase } from '../support/database.ts';
import type { TestDatabase } from '../support/database.ts';
import { released } from './classify/released.ts';
import { countedIn } from './support/counted.ts';
import { arrivalOf, newProjectNumber, readerOf, readers, viewOf } from './support/views.ts';

let database: TestDatabase;
let project: number;
const now = new Date('2026-11-21T10:00:00Z');
const longAgo = Date.parse('2001-02-03T04:05:06Z');

beforeAll(async () => (database = await testDatabase()));
afterAll(async () => await database[Symbol.asyncDispose]());
beforeEach(async () => (project = await newProjectNumber(database.db)));

function open(): ViewStore {
  const log = { warn: (fields: object, message: string) => console.warn(message, fields) };
  return openViewStore({ db: database.db, log, now: () => now, retentionMonths: 25 });
}

/** Newer rules, which classify every former person as Cursor. */
const judge: Judge = {
  rules: '2026-12-01',
  verdictOf: ({ userAgent }) =>
    Object.values(readers).find(({ evidence }) => evidence.userAgent === userAgent && userAgent !== 'person')
      ?.verdict ?? readers.cursor.verdict,
};

test('counts of single views move to the new verdict, folded or not; older counts stay', async () => {
  const store = open();
  await store.write(
    arrivalOf(project, [
      viewOf({ path: '/folded' }),
      viewOf({ path: '/folded', at: longAgo }),
      viewOf({ path: '/ai', reader: readers.claude }),
    ]),
  );
  await foldDue(database.db, 'all');
  await store.write(arrivalOf(project, [viewOf({ path: '/journal' }), viewOf({ path: '/gone', found: false })]));
  expect(await hasOutdatedReaders(database.db, project, judge.rules)).toBe(true);
  expect(await reclassifyProject(database.db, project, judge)).toEqual({
    projectId: project,
    readers: 2,
    changed: 1,
    views: 3,
  });
  expect(await hasOutdatedReaders(database.db, project, judge.rules)).toBe(false);
  await foldDue(database.db, 'all');
  const expected = { '/folded': [1, 1], '/ai': [0, 1], '/journal': [0, 1] };
  expect(await countedIn(database.db, project, 'day')).toEqual(expected);
  expect(await countedIn(database.db, project, 'month')).toEqual(expected);
  await store.close();
});

test('a new rule of the project reclassifies views like a newer rule set, and so does its removal', async () => {
  const store = open();
  await store.write(arrivalOf(project, [viewOf({ reader: readerOf(readers.person.verdict, 'acme-reader/1') })]));
  const rule = {
    name: 'Ours',
    pattern: 'acme-reader',
    class: 'ai',
    agent: null,
    operator: null,
    purpose: null,
  } as const;
  const own = withOwnRules(released, openOwnRules([rule]));
  expect(await reclassifyProject(database.db, project, own)).toMatchObject({ changed: 1, views: 1 });
  expect(await hasOutdatedReaders(database.db, project, own.rules)).toBe(false);
  await foldDue(database.db, 'all');
  expect(await countedIn(database.db, project, 'day')).toEqual({ '/': [0, 1] });
  expect(await hasOutdatedReaders(database.db, project, released.rules)).toBe(true);
  expect(await reclassifyProject(database.db, project, released)).toMatchObject({ changed: 1, views: 1 });
  await foldDue(database.db, 'all');
  expect(await countedIn(database.db, project, 'day')).toEqual({});
  await store.close();
});

test('a second time changes nothing', async () => {
  const store = open();
  await store.write(arrivalOf(project, [viewOf()]));
  await reclassifyProject(database.db, project, judge);
  expect(await reclassifyProject(database.db, project, judge)).toMatchObject({ readers: 0, changed: 0, views: 0 });
  await store.close();
});

test('a process that remembers the old verdict counts by the new one after a reclassification', async () => {
  const store = open();
  await store.write(arrivalOf(project, [viewOf()]));
  await reclassifyProject(database.db, project, judge);
  await store.write(arrivalOf(project, [viewOf()]));
  await foldDue(database.db, 'all');
  expect(await countedIn(database.db, project, 'day')).toEqual({ '/': [0, 2] });
  await store.close();
});

test('views that arrive during a reclassification count once, by the old or the new verdict', async () => {
  const store = open();
  const writes = Array.from({ length: 40 }, async (_, round) => {
    await new Promise((resolve) => setTimeout(resolve, round * 3));
    return await store.write(
      arrivalOf(
        project,
        Array.from({ length: 25 }, () => viewOf()),
      ),
    );
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  await reclassifyProject(database.db, project, judge);
  await Promise.all(writes);
  await reclassifyProject(database.db, project, judge);
  await foldDue(database.db, 'all');
  expect(await countedIn(database.db, project, 'day')).toEqual({ '/': [0, 1000] });
  await store.close();
});
