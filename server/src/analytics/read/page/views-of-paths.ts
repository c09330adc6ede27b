import { sql } from 'kysely';
import type { PageViews } from '@copydesk/contract';
import type { Database } from '../../../postgres/database.ts';
import { countPages } from './page-counts.ts';
import { readAt } from '../snapshot.ts';
import type { ReadSite } from '../snapshot.ts';

/** Returns the views since a moment of pages given by path; a path without requests has none. */
export async function readViewsOfPaths(
  db: Database,
  site: ReadSite,
  query: { dateFrom: Date; paths: readonly string[] },
): Promise<Map<string, Pick<PageViews, 'human' | 'ai'>>> {
  const { dateFrom, paths } = query;
  const { result } = await readAt(db, site, { dateFrom }, async (snapshot) => {
    const { rows } = await sql<{ number: number; path: string }>`
      select number, path from view_page where project_id = ${site.projectId} and path = any(${paths}::text[])
    `.execute(snapshot.transaction);
    const counts = rows.length === 0 ? { human: [], ai: [] } : await countPages(snapshot, {});
    return rows.map(({ number, path }) => ({ path, human: counts.human[number] ?? 0, ai: counts.ai[number] ?? 0 }));
  });
  return new Map(result.map(({ path, human, ai }) => [path, { human, ai }]));
}

/** Returns whether any page was ever requested. */
export async function hasPages(db: Database, projectId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from view_page where project_id = ${projectId} limit 1`.execute(db);
  return rows.length > 0;
}

/** Returns the first paths, in order, whose last segment is one of these names. */
export async function findPathsByName(
  db: Database,
  projectId: number,
  { names, limit }: { names: readonly string[]; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select path from view_page
    where project_id = ${projectId} and substring(path from '[^/]*$') = any(${names}::text[])
    order by path limit ${limit}
  `.execute(db);
  return rows.map(({ path }) => path);
}
