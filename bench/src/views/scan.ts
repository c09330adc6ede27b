import { sql } from 'kysely';
import { z } from 'zod';
import { dayMilliseconds, dayOf } from '../../../server/src/analytics/store/calendar.ts';
import { visit } from '../../../server/src/analytics/store/fold/packed.ts';
import { rollupTables } from '../../../server/src/analytics/store/tables.ts';
import type { Database } from '../../../server/src/postgres/database.ts';
import { median } from '../support/figures.ts';
import type { Row } from '../support/figures.ts';

const rounds = 7;

/**
 * Measures how far page views are from the limit of a common way: the same counts as ordinary rows of day and page,
 * summed up by an index-only scan of a table that contains nothing else and was just vacuumed.
 */
export async function measureIndexOnlyScan(db: Database, projectNumber: number, to: number): Promise<Row[]> {
  const rows = await makeDayRows(db, projectNumber);
  const month = await scanTimes(db, dayOf(to - 30 * dayMilliseconds), dayOf(to));
  const year = await scanTimes(db, dayOf(to - 365 * dayMilliseconds), dayOf(to));
  await sql`drop table bench_day`.execute(db);
  return [
    { name: 'for comparison: index-only scan of 30 days as rows of day and page', value: month, unit: 'ms' },
    { name: `  of a year (${rows.toLocaleString('en')} rows)`, value: year, unit: 'ms' },
  ];
}

async function makeDayRows(db: Database, projectNumber: number): Promise<number> {
  await sql`create table bench_day (day date not null, page integer not null, human integer, ai integer)`.execute(db);
  const days = await db
    .selectFrom('view_rollup')
    .select(['start', 'pages'])
    .where('project_id', '=', projectNumber)
    .where('level', '=', 'day')
    .execute();
  let count = 0;
  for (const { start, pages } of days) {
    const columns: [number[], number[], number[]] = [[], [], []];
    visit(rollupTables.pages, pages, (row) => {
      for (const [place, column] of columns.entries()) column.push(row[place] ?? 0);
    });
    count += columns[0].length;
    await sql`
      insert into bench_day
      select ${start}, * from unnest(${columns[0]}::int[], ${columns[1]}::int[], ${columns[2]}::int[])
    `.execute(db);
  }
  await sql`create unique index on bench_day (day, page) include (human, ai)`.execute(db);
  await sql`vacuum (analyze) bench_day`.execute(db);
  return count;
}

const Plan = z.array(z.object({ 'QUERY PLAN': z.array(z.object({ 'Execution Time': z.number() })) }));

/** Returns the median milliseconds in the database alone. */
async function scanTimes(db: Database, from: string, to: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { rows } = await sql`
      explain (analyze, timing off, format json)
      select page, sum(human), sum(ai) from bench_day where day >= ${from}::date and day < ${to}::date
      group by page order by sum(human) + sum(ai) desc limit 50
    `.execute(db);
    times.push(Plan.parse(rows)[0]?.['QUERY PLAN'][0]?.['Execution Time'] ?? Number.NaN);
  }
  return median(times);
}
