import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { compareBytes } from '../../../src/analytics/read/compare-bytes.ts';
import { candidatesOf, rowsOf } from '../../../src/analytics/read/page/rank.ts';
import { readCandidateNames } from '../../../src/analytics/read/page/tied-names.ts';
import { testDatabase } from '../../support/database.ts';
import { newProjectNumber } from '../support/views.ts';

test('if thousands of pages have equal views, the rows are correct and only few names are read', async () => {
  await using database = await testDatabase();
  const { db } = database;
  const project = await newProjectNumber(db);
  const pages = 40_000;
  // In random order, so that numbers and paths are ordered differently.
  await sql`
    insert into view_page (project_id, number, path)
    select ${project}, number, '/' || md5(number::text) from generate_series(1, ${pages}) as number
  `.execute(db);
  const stored = await db
    .selectFrom('view_page')
    .select(['number', 'path'])
    .where('project_id', '=', project)
    .execute();
  const paths = new Map(stored.map(({ number, path }) => [number, path]));
  // Twenty pages have three views; of the others every third has two, and the rest one.
  const totals = Float64Array.from({ length: pages + 1 }, (_, page) =>
    page === 0 ? 0 : page <= 20 ? 3 : page % 3 === 0 ? 2 : 1,
  );
  const counts = { human: totals, ai: new Float64Array(pages + 1), sources: new Map() };
  const all = [...paths].map(([page, path]) => ({ path, total: totals[page] ?? 0 }));
  all.sort((left, right) => right.total - left.total || compareBytes(left.path, right.path));
  const read: number[] = [];
  for (const { offset, limit } of [
    { offset: 0, limit: 50 },
    { offset: 15, limit: 10 },
    { offset: 13_300, limit: 100 },
    { offset: 13_400, limit: 50 },
    { offset: 39_990, limit: 50 },
  ]) {
    const candidates = candidatesOf(counts, { offset, limit });
    const { pages: named, names } = await readCandidateNames(db, project, { counts, candidates, offset, limit });
    const rows = rowsOf(counts, { ...candidates, pages: named }, names, { offset, limit });
    expect(rows.map(({ path, total }) => ({ path, total }))).toEqual(all.slice(offset, offset + limit));
    read.push(named.length);
  }
  expect(read[0]).toBeLessThan(200);
});
