import type { TouchedFile } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEffect } from '../../../src/analytics/effect/effect.ts';
import { foldDue } from '../../../src/analytics/store/fold/fold.ts';
import { openViewStore } from '../../../src/analytics/store/store.ts';
import type { ViewStore } from '../../../src/analytics/store/arrival.ts';
import type { CountedView } from '../../../src/analytics/store/arrival.ts';
import { testDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { arrivalOf, newProjectNumber, readers, viewOf } from '../support/views.ts';

const now = new Date('2026-11-20T12:00:00Z');
const mergedAt = new Date('2026-11-05T15:00:00Z');
const day = 86_400_000;

let database: TestDatabase;
let store: ViewStore;
beforeAll(async () => {
  database = await testDatabase();
  const log = { warn: (fields: object, message: string) => console.warn(message, fields) };
  store = openViewStore({ db: database.db, log, now: () => now, retentionMonths: 25 });
});
afterAll(async () => {
  await store.close();
  await database[Symbol.asyncDispose]();
});

const touched = (file: string, pages: string[] | null, change: TouchedFile['change'] = 'changed'): TouchedFile => ({
  file,
  change,
  movedTo: null,
  pages,
  linkedFrom: null,
});

/**
 * Returns `before` views of a page on each day of the two weeks before the merge, and `after` views on each day of the
 * two weeks after it; none on skipped days.
 */
function viewsOf(path: string, before: number, after: number, more: Partial<CountedView> & { skip?: number[] } = {}) {
  const { skip = [], ...rest } = more;
  const views: CountedView[] = [];
  const midnight = Math.floor(mergedAt.getTime() / day) * day;
  for (let distance = -14; distance <= 14; distance += 1) {
    if (distance === 0 || skip.includes(distance)) continue;
    const count = distance < 0 ? before : after;
    for (let one = 0; one < count; one += 1) {
      views.push(viewOf({ path, at: midnight + distance * day + one * 60_000, ...rest }));
    }
  }
  return views;
}

async function projectWith(views: CountedView[]): Promise<number> {
  const projectId = await newProjectNumber(database.db);
  await store.write(arrivalOf(projectId, views));
  return projectId;
}

const effectOf = async (projectId: number, files: TouchedFile[], days = 14, at = now) =>
  await readEffect(database.db, { projectId, now: at, retentionMonths: 25 }, { touched: files, mergedAt, days });

test('views of a page that doubled while others did not are reported as doubled, by people, by AI and by purpose', async () => {
  const others = Array.from({ length: 12 }, (_, index) => [
    ...viewsOf(`/other-${index}`, 3, 3),
    ...viewsOf(`/other-${index}`, 3, 3, { reader: readers.claude }),
  ]).flat();
  const projectId = await projectWith([
    ...others,
    ...viewsOf('/guide', 3, 6),
    ...viewsOf('/guide', 3, 3, { reader: readers.claude }),
    ...viewsOf('/guide', 1, 0, { found: false }),
    ...viewsOf('/guide', 0, 1, { referrer: 'chatgpt.com' }),
  ]);
  const effect = await effectOf(projectId, [touched('guide.md', ['/guide']), touched('new.md', ['/new'], 'added')]);
  expect(effect).toMatchObject({ days: 14, isComplete: true, gaps: [], pagesInAll: 1 });
  expect(effect.before).toEqual({ from: '2026-10-22T00:00:00.000Z', to: '2026-11-05T00:00:00.000Z' });
  expect(effect.after).toEqual({ from: '2026-11-06T00:00:00.000Z', to: '2026-11-20T00:00:00.000Z' });
  const [page] = effect.pages;
  expect(page).toMatchObject({
    path: '/guide',
    file: 'guide.md',
    human: { before: 42, after: 98, verdict: 'more', comparedWith: 12 },
    ai: { before: 42, after: 42, verdict: 'no_difference' },
    notFound: { before: 14, after: 0 },
    returns: { before: 0, after: 14 },
  });
  expect(page?.human.lift).toBeCloseTo(98.5 / 42.5 - 1, 6);
  expect(page?.ai.lift).toBeCloseTo(0, 6);
  expect(page?.purposes.training).toEqual(page?.ai);
  expect(page?.purposes.assistant).toMatchObject({ before: 0, after: 0, verdict: 'cannot_tell', lift: null });
  expect(effect.together.human).toEqual(page?.human);
  expect(effect.filesNotCompared).toEqual([{ file: 'new.md', why: 'added' }]);
});

test('growth that all pages share is not attributed to the change', async () => {
  const all = ['/guide', ...Array.from({ length: 12 }, (_, index) => `/other-${index}`)];
  const projectId = await projectWith(all.flatMap((path) => viewsOf(path, 3, 6)));
  const effect = await effectOf(projectId, [touched('guide.md', ['/guide'])]);
  expect(effect.pages[0]?.human).toMatchObject({
    before: 42,
    after: 84,
    verdict: 'no_difference',
    lift: expect.closeTo(0, 6),
  });
});

test('before all days are over, the days so far count, and weekdays are compared with the same weekdays', async () => {
  const projectId = await projectWith(viewsOf('/guide', 3, 3));
  const files = [touched('guide.md', ['/guide'])];
  const week = await effectOf(projectId, files, 14, new Date('2026-11-13T01:00:00Z'));
  expect(week).toMatchObject({ days: 7, isComplete: false, before: { from: '2026-10-29T00:00:00.000Z' } });
  const three = await effectOf(projectId, files, 3);
  expect(three.after).toEqual({ from: '2026-11-06T00:00:00.000Z', to: '2026-11-09T00:00:00.000Z' });
  // This also applies to Friday to Sunday.
  expect(three.before).toEqual({ from: '2026-10-30T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' });
  const none = await effectOf(projectId, files, 14, mergedAt);
  expect(none).toMatchObject({ days: 0, isComplete: false, gaps: [], together: { human: { verdict: 'cannot_tell' } } });
});

test('days without any counted view are reported, even if a missing page was requested', async () => {
  const midnight = Math.floor(mergedAt.getTime() / day) * day;
  const projectId = await projectWith([
    ...viewsOf('/guide', 3, 3, { skip: [-2, 5] }),
    ...viewsOf('/guide', 2, 1, { reader: readers.claude, skip: [-2, 5] }),
    viewOf({ path: '/gone', at: midnight - 2 * day, found: false }),
  ]);
  const effect = await effectOf(projectId, [touched('guide.md', ['/guide'])]);
  expect(effect.gaps).toEqual(['2026-11-03', '2026-11-10']);
  await foldDue(database.db, 'all');
  expect(await effectOf(projectId, [touched('guide.md', ['/guide'])])).toEqual(effect);
});

test('a project without views, and files without pages, have nothing to compare', async () => {
  const projectId = await projectWith([]);
  const effect = await effectOf(projectId, [
    touched('guide.md', ['/guide']),
    touched('data.yml', []),
    touched('x.md', null),
  ]);
  expect(effect).toMatchObject({ pages: [], pagesInAll: 0, together: { ai: { verdict: 'cannot_tell' } } });
  expect(effect.filesNotCompared).toEqual([
    { file: 'data.yml', why: 'no_page' },
    { file: 'x.md', why: 'no_page' },
  ]);
});
