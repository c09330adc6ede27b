import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readViews } from '../../../src/analytics/read/page/views.ts';
import { fillSurfaces } from '../../../src/analytics/store/shards/fill-surfaces.ts';
import { foldDue } from '../../../src/analytics/store/fold/fold.ts';
import { openViewStore } from '../../../src/analytics/store/store.ts';
import { surfaceNumber } from '../../../src/analytics/store/tables.ts';
import { testDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { arrivalOf, newProjectNumber, readers, viewOf } from '../support/views.ts';

const now = new Date('2026-11-21T10:00:00Z');
const retentionMonths = 2;
const markdown = { surface: surfaceNumber('markdown'), reader: readers.claude };

let database: TestDatabase;
beforeAll(async () => (database = await testDatabase()));
afterAll(async () => await database[Symbol.asyncDispose]());

const at = (day: string) => ({ at: Date.parse(`${day}T12:00:00Z`) });

/** Creates a project whose roll-ups were made before they contained surfaces: two folded views, and one unfolded. */
async function olderProject(days: readonly string[]): Promise<number> {
  const project = await newProjectNumber(database.db);
  const store = openViewStore({ db: database.db, log: { warn: () => {} }, now: () => now, retentionMonths });
  const views = days.flatMap((day) => [viewOf(at(day)), viewOf({ ...at(day), ...markdown })]);
  await store.write(arrivalOf(project, views));
  await foldDue(database.db, 'all');
  await sql`update view_rollup set surfaces = '' where project_id = ${project}`.execute(database.db);
  await sql`update view_site set surfaces_from = 'infinity' where project_id = ${project}`.execute(database.db);
  await store.write(arrivalOf(project, [viewOf({ ...at(days[0] ?? ''), ...markdown })]));
  await store.close();
  return project;
}

async function markdownSince(projectId: number, day?: string) {
  const site = { projectId, now, retentionMonths };
  const dateFrom = day === undefined ? undefined : new Date(day);
  const query = { dateFrom, surface: 'markdown' as const, limit: 50, offset: 0 };
  return (await readViews(database.db, site, query)).result.totals;
}

test('older roll-ups get the surfaces of their single views, once', async () => {
  const project = await olderProject(['2026-11-20', '2026-10-31']);
  await expect(markdownSince(project)).rejects.toMatchObject({ code: 'invalid_request' });
  await fillSurfaces(database.db, { now, retentionMonths });
  await fillSurfaces(database.db, { now, retentionMonths });
  expect(await markdownSince(project)).toEqual({ human: 0, ai: 3, total: 3 });
  expect(await markdownSince(project, '2026-11-01')).toEqual({ human: 0, ai: 2, total: 2 });
});

test('a range with months without single views is refused with the first day that has surfaces', async () => {
  const project = await olderProject(['2026-11-20', '2026-08-15']);
  await fillSurfaces(database.db, { now, retentionMonths });
  await expect(markdownSince(project)).rejects.toMatchObject({
    errors: [{ parameter: 'surface', detail: 'counts of pages contain it since 2026-09-01: give a later dateFrom' }],
  });
  expect(await markdownSince(project, '2026-09-01')).toEqual({ human: 0, ai: 2, total: 2 });
});
