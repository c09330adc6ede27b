import { FeedbackId, FeedbackSource, FeedbackStatus } from '@copydesk/contract';
import type { Feedback, FeedbackListQuery } from '@copydesk/contract';
import { sql } from 'kysely';
import { ulid } from '../jobs/job-id.ts';
import { jobPage } from '../jobs/present.ts';
import type { Database } from '../postgres/database.ts';
import { checkCursor } from '../postgres/statements/cursor.ts';

/** A feedback as it is stored. */
export type StoredFeedback = Omit<Feedback, 'job'> & { jobId: string | null };

const columns = [
  'id',
  'path',
  'created_at',
  'source',
  'sent_by',
  'helpful',
  'comment',
  'contact',
  'code',
  'code_place',
  'status',
  'status_at',
  'job_id',
  'resolved_number',
  'resolved_link',
] as const;

/**
 * Returns one page of a project's feedback, newest first. @throws CopydeskError `invalid_request` for a cursor that no
 * earlier page returned.
 */
export async function listFeedback(
  db: Database,
  projectId: string,
  query: FeedbackListQuery,
): Promise<{ feedback: StoredFeedback[]; nextCursor: string | null; hasMore: boolean }> {
  const { dateFrom, dateTo, source, status, path, limit, cursor } = query;
  const before = checkCursor(cursor, FeedbackId);
  let selected = db.selectFrom('feedback').select(columns).where('project_id', '=', projectId);
  // Ids contain their time, so each bound is a range of the index that also gives the order.
  if (dateFrom !== undefined) selected = selected.where('id', '>=', firstIdAt(dateFrom));
  if (dateTo !== undefined) selected = selected.where('id', '<', firstIdAt(dateTo));
  if (before !== undefined) selected = selected.where('id', '<', before);
  if (source !== undefined) selected = selected.where('source', '=', source);
  if (status !== undefined) selected = selected.where('status', '=', status);
  if (path !== undefined) selected = selected.where('path', '=', path);
  const rows = await selected
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const feedback = rows.slice(0, limit).map(present);
  const last = feedback.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { feedback, hasMore, nextCursor: hasMore ? last.id : null };
}

/** Returns one feedback of a project, or undefined when the id does not exist. */
export async function readFeedback(db: Database, projectId: string, id: string): Promise<StoredFeedback | undefined> {
  if (!FeedbackId.safeParse(id).success) return undefined;
  const row = await db
    .selectFrom('feedback')
    .select(columns)
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row && present(row);
}

/** Returns the first id that a feedback of this moment can have. */
export function firstIdAt(moment: Date): string {
  const milliseconds = Math.min(Math.max(0, moment.getTime()), 2 ** 48 - 1);
  return `fbk_${ulid(new Date(milliseconds), () => new Uint8Array(10))}`;
}

interface FeedbackRow {
  id: string;
  path: string;
  created_at: Date;
  source: string;
  sent_by: string;
  helpful: boolean | null;
  comment: string;
  contact: string | null;
  code: string | null;
  code_place: string | null;
  status: string;
  status_at: Date;
  job_id: string | null;
  resolved_number: number | null;
  resolved_link: string | null;
}

function present(row: FeedbackRow): StoredFeedback {
  const { resolved_number: number, resolved_link: url } = row;
  return {
    id: row.id,
    path: row.path,
    createdAt: row.created_at.toISOString(),
    source: FeedbackSource.parse(row.source),
    helpful: row.helpful,
    comment: row.comment,
    contact: row.contact,
    code: row.code === null ? null : { text: row.code, place: row.code_place },
    sentBy: row.sent_by === 'browser' ? 'browser' : 'server',
    status: FeedbackStatus.parse(row.status),
    statusAt: row.status_at.toISOString(),
    jobId: row.job_id,
    resolvedBy: number === null || url === null ? null : { number, url },
  };
}

/** Converts a feedback to the form that the API returns. */
export function presentFeedback(baseUrl: string, projectId: string, { jobId, ...feedback }: StoredFeedback): Feedback {
  return { ...feedback, job: jobId === null ? null : { id: jobId, page: jobPage(baseUrl, { projectId, id: jobId }) } };
}

/**
 * Sets the status that somebody chose; a job that handles the feedback no longer changes it. Returns undefined when the
 * feedback does not exist.
 */
export async function setFeedbackStatus(
  db: Database,
  { projectId, id, status, now }: { projectId: string; id: string; status: FeedbackStatus; now: Date },
): Promise<{ feedback: StoredFeedback; changed: boolean } | undefined> {
  const stored = await readFeedback(db, projectId, id);
  if (stored === undefined) return undefined;
  const row = await db
    .updateTable('feedback')
    .set({ status, status_at: now, follows_job: false, resolved_number: null, resolved_link: null })
    .where('id', '=', id)
    .where('status', '<>', status)
    .returning(columns)
    .executeTakeFirst();
  return row === undefined ? { feedback: stored, changed: false } : { feedback: present(row), changed: true };
}

/** Deletes feedback from before a moment, in batches. */
export async function forgetOldFeedback(db: Database, before: Date): Promise<void> {
  let forgotten = deleteBatchSize;
  while (forgotten === deleteBatchSize) {
    const { numAffectedRows } = await sql`
      delete from feedback where id = any(array(
        select id from feedback where created_at < ${before} limit ${deleteBatchSize}
      ))
    `.execute(db);
    forgotten = Number(numAffectedRows ?? 0);
  }
  await sql`delete from feedback_dropped where day < (${before}::timestamptz at time zone 'UTC')::date`.execute(db);
}

const deleteBatchSize = 5_000;
