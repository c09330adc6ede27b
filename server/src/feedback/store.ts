import { feedbackDropReasons } from '@copydesk/contract';
import type { FeedbackDropReason, FeedbackReceipt, FeedbackRequest, FeedbackSource } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Database } from '../postgres/database.ts';
import { firstIdAt } from './read.ts';
import { spamIn } from './spam.ts';

/** A reader's feedback that is about to be stored. */
export interface NewFeedback {
  projectId: string;
  /** The id under which it is stored. The id in the request is the sender's. */
  id: string;
  /** The normalised path of the page; undefined when the request names no valid one. */
  path: string | undefined;
  request: FeedbackRequest;
  sentBy: 'browser' | 'server';
  now: Date;
}

/** How much feedback is stored for one page, and for one project, in a day (UTC). */
export const dailyLimits = { page: 100, project: 5_000 } as const;

/** How long after its vote a comment may still be added. */
const followSeconds = 3_600;

/**
 * Stores a reader's feedback, or counts why it is not stored; either is durable when this resolves. Concurrent requests
 * may exceed {@link dailyLimits} by a few.
 */
export async function storeFeedback(db: Database, feedback: NewFeedback): Promise<FeedbackReceipt> {
  const reason = feedback.path === undefined ? 'invalid_url' : spamIn(feedback.request);
  if (reason !== undefined) return await drop(db, feedback, reason);
  const stored = await insert(db, feedback);
  if (stored === 'page_full' || stored === 'project_full') return await drop(db, feedback, stored);
  return { accepted: stored === 'new' ? 1 : 0, duplicates: stored === 'new' ? 0 : 1, dropped: [] };
}

/** Checks the limits and inserts the row, or adds the comment to its earlier vote, in one statement. */
async function insert(db: Database, feedback: NewFeedback): Promise<'new' | 'known' | 'page_full' | 'project_full'> {
  const { projectId, id, path, sentBy, now, request } = feedback;
  const dayStart = firstIdAt(new Date(Math.floor(now.getTime() / 86_400_000) * 86_400_000));
  const comment = storableText(request.comment?.trim() ?? '');
  const contact = storableTextOrNull(request.contact);
  const { rows } = await sql<{ known: boolean; ofPage: number; ofProject: number; isNew: boolean | null }>`
    with room as (
      select
        exists (select from feedback where project_id = ${projectId} and sent_id = ${request.id}) as known,
        (select count(*) from (
          select from feedback where project_id = ${projectId} and path = ${path} and id >= ${dayStart}
          limit ${dailyLimits.page}
        ) one)::integer as of_page,
        (select count(*) from (
          select from feedback where project_id = ${projectId} and id >= ${dayStart} limit ${dailyLimits.project}
        ) one)::integer as of_project
    ), stored as (
      insert into feedback (
        id, project_id, sent_id, created_at, path, source, sent_by, helpful, comment, contact, code, code_place, status, status_at
      )
      select ${id}, ${projectId}, ${request.id}, ${now}, ${path}, ${sourceOf(feedback)}, ${sentBy}, ${request.helpful ?? null}::boolean,
        ${comment}, ${contact}, ${storableTextOrNull(request.code?.text)}, ${storableTextOrNull(request.code?.place)},
        ${needsNoAction(feedback) ? 'resolved' : 'pending'}, ${now}
      from room where known or (of_page < ${dailyLimits.page} and of_project < ${dailyLimits.project})
      on conflict (project_id, sent_id) do update set comment = excluded.comment, contact = excluded.contact,
        source = case when feedback.source = 'thumbs_only' then excluded.source else feedback.source end,
        status = case when feedback.status = 'resolved' and feedback.job_id is null then 'pending' else feedback.status end
        where feedback.comment = '' and excluded.comment <> '' and feedback.path = excluded.path
          and feedback.created_at > excluded.created_at - make_interval(secs => ${followSeconds})
      returning xmax = 0 as is_new
    )
    select known, of_page as "ofPage", of_project as "ofProject", (select is_new from stored) as "isNew" from room
  `.execute(db);
  const [row] = rows;
  if (row?.isNew === true) return 'new';
  if (row === undefined || row.known || row.isNew === false) return 'known';
  if (row.ofPage >= dailyLimits.page) return 'page_full';
  // When no limit is reached, a concurrent request has stored the same feedback.
  return row.ofProject >= dailyLimits.project ? 'project_full' : 'known';
}

function sourceOf({ request, sentBy }: NewFeedback): FeedbackSource {
  if (request.byAgent === true && sentBy === 'server') return 'agent';
  if (request.code != null) return 'code_snippet';
  return (request.comment ?? '').trim() === '' ? 'thumbs_only' : 'contextual';
}

/** A "helpful" vote without a comment needs no action. */
function needsNoAction({ request }: NewFeedback): boolean {
  return request.helpful === true && request.code == null && (request.comment ?? '').trim() === '';
}

async function drop(
  db: Database,
  { projectId, now }: NewFeedback,
  reason: FeedbackDropReason,
): Promise<FeedbackReceipt> {
  await sql`
    insert into feedback_dropped (project_id, day, reason, count)
    values (${projectId}, (${now}::timestamptz at time zone 'UTC')::date, ${reason}, 1)
    on conflict (project_id, day, reason) do update set count = feedback_dropped.count + 1
  `.execute(db);
  return { accepted: 0, duplicates: 0, dropped: [{ reason, detail: feedbackDropReasons[reason] }] };
}

function storableTextOrNull(text: string | null | undefined): string | null {
  return text == null || text.trim() === '' ? null : storableText(text.trim());
}

/** PostgreSQL stores neither NUL nor lone surrogates. */
function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
