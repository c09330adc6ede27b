import { visit } from '../../../src/analytics/store/fold/packed.ts';
import { rollupTables } from '../../../src/analytics/store/tables.ts';
import type { Database } from '../../../src/postgres/database.ts';

/** Returns the views by people and by AI of each page of a project, from the roll-ups of one level only. */
export async function countedIn(
  db: Database,
  project: number,
  level: 'day' | 'month',
): Promise<Record<string, [number, number]>> {
  const pages = await db.selectFrom('view_page').select(['number', 'path']).where('project_id', '=', project).execute();
  const paths = new Map(pages.map(({ number, path }) => [number, path]));
  const rows = await db
    .selectFrom('view_rollup')
    .select('pages')
    .where('project_id', '=', project)
    .where('level', '=', level)
    .execute();
  const found: Record<string, [number, number]> = {};
  for (const row of rows) {
    visit(rollupTables.pages, row.pages, ([page = -1, human = 0, ai = 0]) => {
      const path = paths.get(page) ?? `page ${page}`;
      const before = found[path] ?? [0, 0];
      found[path] = [before[0] + human, before[1] + ai];
    });
  }
  return found;
}
