import { sql } from 'kysely';
import { foldDue } from '../../../src/analytics/store/fold/fold.ts';
import { visit } from '../../../src/analytics/store/fold/packed.ts';
import { rollupTables } from '../../../src/analytics/store/tables.ts';
import type { RollupTable } from '../../../src/analytics/store/tables.ts';
import type { Database } from '../../../src/postgres/database.ts';

/** What the columns of keys contain, by table: a plain number, or a number from a dictionary. */
const columns: Record<RollupTable, ('number' | 'page' | 'kind' | 'referrer')[]> = {
  pages: ['page'],
  hours: ['number', 'page'],
  kinds: ['kind', 'page'],
  site: ['number', 'kind', 'number', 'number'],
  missing: ['kind', 'page'],
  referrers: ['referrer', 'number'],
  surfaces: ['number', 'number', 'kind', 'page'],
};

/**
 * Returns everything that is counted for a project, with names that are the same in every project: each row of each
 * roll-up, and each single view. Before `exactFrom` it leaves out at which time within the hour a reader was last seen.
 */
export async function everythingCounted(db: Database, project: number, exactFrom: string): Promise<string[]> {
  await foldDue(db, 'all');
  const names = await readNames(db, project);
  const rollups = await db
    .selectFrom('view_rollup')
    .selectAll()
    .select(sql<string>`to_char(start, 'YYYY-MM-DD')`.as('day'))
    .where('project_id', '=', project)
    .execute();
  const counted = rollups.flatMap((row) =>
    Object.entries(rollupTables).flatMap(([table, shape]) => {
      const reported: string[] = [];
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.entries is typed by strings whatever it is given
      const name = table as RollupTable;
      visit(shape, row[name], (numbers) => {
        const keys = columns[name].map((column, place) =>
          column === 'number' ? numbers[place] : names[column].get(numbers[place] ?? -1),
        );
        const values = numbers.slice(shape.keys);
        if (name === 'site' && row.day < exactFrom) values.pop();
        reported.push(`${row.level} ${row.day} ${name} ${JSON.stringify([...keys, ...values])}`);
      });
      return reported;
    }),
  );
  const { rows: views } = await sql<{ view: string }>`
    select concat_ws(' ', 'view', extract(epoch from at), path, host, class, agent, surface, found) as view from view
    join view_page page on page.project_id = view.project_id and page.number = view.page
    left join view_referrer referrer on referrer.project_id = view.project_id and referrer.number = view.referrer
    join view_reader reader on reader.project_id = view.project_id and reader.number = view.reader
    join view_kind kind on kind.project_id = view.project_id and kind.number = reader.kind
    where view.project_id = ${project}
  `.execute(db);
  return [...counted, ...views.map(({ view }) => view)].sort();
}

async function readNames(db: Database, project: number) {
  const { rows } = await sql<{ dictionary: 'page' | 'kind' | 'referrer'; number: number; name: string }>`
    select 'page' as dictionary, number, path as name from view_page where project_id = ${project}
    union all select 'referrer', number, host from view_referrer where project_id = ${project}
    union all select 'kind', number, concat_ws('/', class, agent, operator, purpose) from view_kind
    where project_id = ${project}
  `.execute(db);
  const of = (dictionary: string) =>
    new Map(rows.filter((row) => row.dictionary === dictionary).map(({ number, name }) => [number, name]));
  return { page: of('page'), kind: of('kind'), referrer: of('referrer') };
}
