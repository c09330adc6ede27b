import { Report } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openViewStore } from '../../src/analytics/store/store.ts';
import type { CountedView, ViewStore } from '../../src/analytics/store/arrival.ts';
import { reportedDays } from '../../src/reports/periods.ts';
import { readReport } from '../../src/reports/read-report.ts';
import { arrivalOf, readers, viewOf } from '../analytics/support/views.ts';
import { sayOne } from '../http/support/feedback.ts';
import { newJob } from '../jobs/support.ts';
import { testDatabase } from '../support/database.ts';
import type { TestDatabase } from '../support/database.ts';
import { insertProject } from '../support/project.ts';

const now = new Date('2026-11-25T12:00:00Z');
const [monday, weekBefore] = [Date.parse('2026-11-16'), Date.parse('2026-11-09')];
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

async function newSite() {
  const { id, organisationId } = await insertProject(database.db);
  const { number } = await database.db
    .selectFrom('project')
    .select('number')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, organisationId, site: { projectId: number, now, retentionMonths: 25 } };
}

type Site = Awaited<ReturnType<typeof newSite>>;

/** Returns so many views of a page, spread over the week that begins at `from`. */
function viewsOf(path: string, from: number, views: number, more: Partial<CountedView> = {}): CountedView[] {
  return Array.from({ length: views }, (_, one) => viewOf({ path, at: from + (one % 7) * day + one * 1_000, ...more }));
}

const reportOf = async (project: Site, date?: Date) =>
  Report.parse(
    await readReport(database.db, project, reportedDays({ period: 'week', date }, now), {
      prices: () => ({
        from: '2026-01-01',
        input: 3,
        cachedInput: 0,
        cacheWrite: 0,
        output: 15,
        long: null,
        source: 'test',
      }),
      baseUrl: 'https://desk.test',
    }),
  );

test('people and AI are reported separately: most read, grown and fallen pages, compared with the week before', async () => {
  const project = await newSite();
  const ai = { reader: readers.claude };
  await store.write(
    arrivalOf(project.site.projectId, [
      ...viewsOf('/install', weekBefore, 40),
      ...viewsOf('/install', monday, 44),
      ...viewsOf('/grown', weekBefore, 5),
      ...viewsOf('/grown', monday, 35),
      ...viewsOf('/fallen', weekBefore, 30),
      ...viewsOf('/fallen', monday, 2),
      ...viewsOf('/api', weekBefore, 4, ai),
      ...viewsOf('/api', monday, 60, ai),
      ...viewsOf('/api', monday, 3, { reader: readers.google }),
      // In neither week.
      ...viewsOf('/install', monday + 7 * day, 500),
      ...viewsOf('/install', weekBefore - 7 * day, 500),
    ]),
  );
  const { human, ai: byAi, gaps, ...report } = await reportOf(project);
  expect(report).toMatchObject({ from: '2026-11-16T00:00:00.000Z', to: '2026-11-23T00:00:00.000Z', isComplete: true });
  expect(human).toEqual({
    views: 81,
    before: 75,
    readMost: [
      { path: '/install', views: 44, before: 40 },
      { path: '/grown', views: 35, before: 5 },
      { path: '/fallen', views: 2, before: 30 },
    ],
    readMore: [{ path: '/grown', views: 35, before: 5 }],
    readLess: [{ path: '/fallen', views: 2, before: 30 }],
  });
  expect(byAi).toMatchObject({ views: 60, before: 4, readMore: [{ path: '/api' }], readLess: [] });
  expect(byAi.purposes).toMatchObject({ training: { before: 4, after: 60 }, coding: { before: 0, after: 0 } });
  expect(gaps).toEqual([]);
});

test('requests for missing paths, and days without any view, are reported', async () => {
  const project = await newSite();
  const missed = { found: false };
  await store.write(
    arrivalOf(project.site.projectId, [
      ...viewsOf('/instal', monday, 3, { ...missed, reader: readers.claude }),
      ...viewsOf('/instal', weekBefore, 1, missed),
      ...viewsOf('/old', monday, 2, missed),
      ...viewsOf('/.env', monday, 9, { ...missed, reader: readers.google }),
    ]),
  );
  const { notFound, gaps } = await reportOf(project);
  expect(notFound).toEqual({
    human: { before: 1, after: 2 },
    ai: { before: 0, after: 3 },
    paths: [
      { path: '/instal', human: 0, ai: 3, before: 1 },
      { path: '/old', human: 2, ai: 0, before: 0 },
    ],
  });
  expect(gaps).toContain('2026-11-10');
});

/** Creates a job whose pull request at a code host was merged at that time. */
async function mergedJob(project: Site, mergedAt: Date, pages: string[] = []): Promise<string> {
  const { id: job } = await newJob(database.db, project, { now: mergedAt });
  merged += 1;
  await database.db
    .insertInto('job_delivery')
    .values({
      job_id: job,
      number: 1,
      turn: 1,
      branch: `copydesk/${job}`,
      commit: 'a'.repeat(40),
      title: `Change ${merged}`,
      description: '',
      finished_at: mergedAt,
      pull_request_number: merged,
      pull_request_link: `https://host.test/acme/docs/pull/${merged}`,
      pull_request_state: 'merged',
      pull_request_ended_at: mergedAt,
    })
    .execute();
  const file = { job_id: job, delivery: 1, path: 'docs/guide.md', change: 'changed', pages };
  await database.db.insertInto('delivered_file').values(file).execute();
  return job;
}

let merged = 0;

/** Stores a step that read a million tokens. */
async function storeStep(job: string, number: number, startedAt: Date): Promise<void> {
  const usage = { inputTokens: 1_000_000, outputTokens: 0 };
  const rest = { turn: 1, messages: '[]', tree: 'a'.repeat(40), finish_reason: 'stop', finished_at: startedAt };
  await database.db
    .insertInto('job_step')
    .values({ job_id: job, number, started_at: startedAt, usage: JSON.stringify(usage), ...rest })
    .execute();
}

test('the report has the changes of the week, the effects whose 14 days ended in it, and its cost', async () => {
  const project = await newSite();
  const inWeek = await mergedJob(project, new Date('2026-11-18T12:00:00Z'));
  // For a merge on 1 November, the days from the 2nd to the 15th are compared; they are over when the 16th begins.
  const earliest = await mergedJob(project, new Date('2026-11-01T00:00:00Z'), ['/guide']);
  const latest = await mergedJob(project, new Date('2026-11-07T23:59:59Z'));
  await mergedJob(project, new Date('2026-10-31T23:59:59Z'));
  await mergedJob(project, new Date('2026-11-08T00:00:00Z'));
  await mergedJob(await newSite(), new Date('2026-11-18T12:00:00Z'));
  const views = [...viewsOf('/guide', Date.parse('2026-10-20'), 3), ...viewsOf('/guide', Date.parse('2026-11-03'), 7)];
  await store.write(arrivalOf(project.site.projectId, views));
  await storeStep(latest, 1, new Date('2026-11-15T23:59:59Z'));
  await storeStep(latest, 2, new Date('2026-11-16T00:00:00Z'));
  await storeStep(inWeek, 1, new Date('2026-11-22T23:59:59Z'));
  const { work } = await reportOf(project);
  expect(work).toMatchObject({
    jobs: { created: 1, active: 1, completed: 0 },
    merged: [{ job: inWeek, mergedAt: '2026-11-18T12:00:00.000Z' }],
    mergedInAll: 1,
    effectsInAll: 2,
    costUsd: 6,
  });
  expect(work?.merged[0]?.page).toBe(`https://desk.test/projects/${project.id}/jobs/${inWeek}`);
  expect(work?.effects).toMatchObject([
    { job: latest, days: 14, pages: 0 },
    { job: earliest, days: 14, pages: 1, human: { before: 3, after: 7, verdict: 'cannot_tell' } },
  ]);
});

test('a current week and a project without views have reports', async () => {
  const project = await newSite();
  const report = await reportOf(project, now);
  expect(report).toMatchObject({ isComplete: false, from: '2026-11-23T00:00:00.000Z', to: '2026-11-25T00:00:00.000Z' });
  expect(report.human).toEqual({ views: 0, before: 0, readMost: [], readMore: [], readLess: [] });
  expect(report.work).toMatchObject({ merged: [], effects: [], costUsd: 0 });
});

test('an unknown price gives no cost, and without prices there is no part about work', async () => {
  const project = await newSite();
  await storeStep(await mergedJob(project, new Date('2026-11-18T12:00:00Z')), 1, new Date('2026-11-18T13:00:00Z'));
  const days = reportedDays({ period: 'week' }, now);
  const unknown = { prices: () => undefined, baseUrl: 'https://desk.test' };
  expect((await readReport(database.db, project, days, unknown)).work?.costUsd).toBeNull();
  expect((await readReport(database.db, project, days)).work).toBeNull();
});

test('feedback of the week is reported, the least helpful pages first', async () => {
  const project = await newSite();
  const say = async (path: string, helpful: boolean, at: string, comment = '') =>
    await sayOne(database.db, project.id, { path, helpful, comment, now: new Date(at) });
  await say('/install', true, '2026-11-16T00:00:00Z');
  await say('/install', false, '2026-11-22T23:59:00Z', 'Which version?');
  await say('/install', false, '2026-11-23T00:00:00Z');
  await say('/start', true, '2026-11-18');
  expect((await reportOf(project)).feedback).toEqual({
    helpful: 2,
    notHelpful: 1,
    comments: 1,
    pages: [
      { path: '/install', helpful: 1, notHelpful: 1, comments: 1 },
      { path: '/start', helpful: 1, notHelpful: 0, comments: 0 },
    ],
  });
});
