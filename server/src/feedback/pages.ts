import type { FeedbackDropReason, FeedbackPage, FeedbackPages } from '@copydesk/contract';
import { FeedbackDropReason as DropReason } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Database } from '../postgres/database.ts';
import { firstIdAt } from './read.ts';

interface Range {
  dateFrom?: Date | undefined;
  dateTo?: Date | undefined;
}

/** Returns feedback counts by page, the pages with the most "not helpful" votes first. */
export async function readFeedbackPages(
  db: Database,
  projectId: string,
  { limit, offset, ...range }: Range & { limit: number; offset: number },
): Promise<FeedbackPages> {
  const { rows } = await sql<FeedbackPage>`
    select path, ${counts} from feedback where ${within(projectId, range)}
    group by path order by "notHelpful" desc, comments desc, helpful desc, path collate "C"
    limit ${limit + 1} offset ${offset}
  `.execute(db);
  const { rows: totals } = await sql<Omit<FeedbackPage, 'path'>>`
    select ${counts} from feedback where ${within(projectId, range)}
  `.execute(db);
  const [all = { helpful: 0, notHelpful: 0, comments: 0, pending: 0 }] = totals;
  const dropped = await readDropped(db, projectId, range);
  return { totals: all, pages: rows.slice(0, limit), dropped, hasMore: rows.length > limit };
}

const counts = sql`
  count(*) filter (where helpful)::integer as helpful,
  count(*) filter (where not helpful)::integer as "notHelpful",
  count(*) filter (where comment <> '')::integer as comments,
  count(*) filter (where status = 'pending')::integer as pending
`;

function within(projectId: string, { dateFrom, dateTo }: Range) {
  return sql`project_id = ${projectId} and id >= ${firstIdAt(dateFrom ?? new Date(0))}
    ${dateTo === undefined ? sql`` : sql`and id < ${firstIdAt(dateTo)}`}`;
}

async function readDropped(
  db: Database,
  projectId: string,
  { dateFrom, dateTo }: Range,
): Promise<Partial<Record<FeedbackDropReason, number>>> {
  const { rows } = await sql<{ reason: string; count: number }>`
    select reason, sum(count)::integer as count from feedback_dropped
    where project_id = ${projectId}
      and day >= coalesce((${dateFrom ?? null}::timestamptz at time zone 'UTC')::date, '-infinity')
      and day < coalesce((${dateTo ?? null}::timestamptz at time zone 'UTC')::date, 'infinity')
    group by reason
  `.execute(db);
  const dropped: Partial<Record<FeedbackDropReason, number>> = {};
  for (const { reason, count } of rows) dropped[DropReason.parse(reason)] = count;
  return dropped;
}
