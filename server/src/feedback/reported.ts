import { sql } from 'kysely';
import type { Database } from '../postgres/database.ts';
import { feedbackText } from './prompt.ts';
import type { ReaderFeedback } from './prompt.ts';
import { firstIdAt } from './read.ts';

/** A page, and what readers reported about it, newest first; the text of a vote without a word is empty. */
interface ReportedPage {
  path: string;
  count: number;
  reports: { id: string; text: string }[];
}

/** So many reports of one page are read. */
const mostOfPage = 200;

/** Praise is no report. */
const isReport = sql`helpful is distinct from true`;

/**
 * Returns the pages with the most reports that are pending and that no job got yet. A report that a job got and left
 * is for people: otherwise it would be given to jobs without end.
 */
export async function readReportedPages(
  db: Database,
  projectId: string,
  { dateFrom, dateTo, minReports, pages }: { dateFrom: Date; dateTo: Date; minReports: number; pages: number },
): Promise<ReportedPage[]> {
  const isFresh = sql`
    project_id = ${projectId} and id >= ${firstIdAt(dateFrom)} and id < ${firstIdAt(dateTo)}
    and status = 'pending' and job_id is null and ${isReport}
  `;
  const { rows } = await sql<ReaderFeedback & { id: string; count: number }>`
    with page as materialized (
      select path, count(*)::integer as count from feedback where ${isFresh}
      group by path having count(*) >= ${minReports} order by count(*) desc, path collate "C" limit ${pages}
    )
    select page.path, page.count, one.id, one.helpful, one.comment, one.code, one.code_place as "codePlace"
    from page cross join lateral (
      select * from feedback where ${isFresh} and path = page.path order by id desc limit ${mostOfPage}
    ) one
    order by page.count desc, page.path collate "C", one.id desc
  `.execute(db);
  const found = new Map<string, ReportedPage>();
  for (const { id, count, ...row } of rows) {
    const page = found.get(row.path) ?? { path: row.path, count, reports: [] };
    const isVote = row.comment === '' && row.code === null;
    page.reports.push({ id, text: isVote ? '' : feedbackText(row) });
    found.set(row.path, page);
  }
  return [...found.values()];
}

/** Returns when readers reported something, the last reports first, up to a limit. */
export async function readReports(
  db: Database,
  projectId: string,
  { dateFrom, dateTo, limit }: { dateFrom: Date; dateTo: Date; limit: number },
): Promise<{ path: string; at: Date; handledAt: Date | null }[]> {
  const { rows } = await sql<{ path: string; at: Date; handledAt: Date | null }>`
    select path, created_at as at, case when status <> 'pending' or job_id is not null then status_at end as "handledAt"
    from feedback
    where project_id = ${projectId} and id >= ${firstIdAt(dateFrom)} and id < ${firstIdAt(dateTo)} and ${isReport}
    order by id desc limit ${limit}
  `.execute(db);
  return rows;
}
