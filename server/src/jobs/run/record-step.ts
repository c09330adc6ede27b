import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Database } from '../../postgres/database.ts';
import { plannedOnce } from '../../postgres/statements/planned-once.ts';
import { eventChannel } from '../events.ts';
import type { NewEvent } from '../events.ts';
import type { StepEntry, UnreadMessage } from './journal.ts';
import { heldBy, leaseLost } from '../claim/lease.ts';
import type { Lease } from '../claim/lease.ts';

/**
 * Stores a complete step: conversation, files, read marks, transcript, tree id. A step that is stored already, because
 * the connection broke before the database could confirm it, is left unchanged: the call may be repeated.
 *
 * It is one statement, and so one transaction: the earlier eight statements waited for the database once each, and a
 * model that replies quickly waits for all of them. For the same reason it also returns the unread messages for the
 * next step.
 *
 * @returns the unread messages; undefined for a step that was stored already, at an unknown time.
 * @throws CopydeskError `lease_lost`, and nothing is stored.
 */
export async function recordStep(db: Database, lease: Lease, step: StepEntry): Promise<UnreadMessage[] | undefined> {
  const { changed, undone } = step.files;
  const events = eventsOf(step);
  const { helperCalls } = step.event;
  const { rows } = await sql<{ unread: UnreadMessage[] }>`${plannedOnce}
    with held as (
      update job set steps = ${step.number}, tree = ${step.tree},
        attempts = 0, retries = 0, waiting = null, waiting_since = null,
        messages_read = messages_read + ${step.messagesRead.length}::integer,
        events = events + ${events.length}::integer, updated_at = now()
      where ${heldBy(lease)} and steps < ${step.number}
      returning id, events
    ), stored as (
      insert into job_step (job_id, number, turn, messages, tree, usage, helper_calls, finish_reason, started_at,
        finished_at)
      select id, ${step.number}::integer, ${step.turn}::integer, ${JSON.stringify(step.messages)}::json, ${step.tree},
        ${JSON.stringify(step.event.usage)}::jsonb, ${helperCalls === undefined ? null : JSON.stringify(helperCalls)}::jsonb,
        ${step.finishReason},
        ${step.startedAt}::timestamptz, ${step.finishedAt}::timestamptz
      from held
    )${changed.length === 0 ? emptySql : changedFiles(changed)}${undone.length === 0 ? emptySql : undoneFiles(undone)}${
      step.messagesRead.length === 0 ? emptySql : readMarks(step)
    }, notified as (
      insert into job_event (job_id, sequence, type, data)
      select held.id, held.events - ${events.length}::integer + entry.position, entry.type, entry.data
      from held, unnest(
        ${events.map(({ type }) => type)}::text[],
        ${events.map(({ data }) => JSON.stringify(data))}::jsonb[]
      ) with ordinality as entry (type, data, position)
    )
    select pg_notify(${eventChannel}, held.id), (
      select coalesce(json_agg(json_build_object('position', position, 'prompt', prompt) order by position), '[]')
      from job_message
      where job_id = held.id and read_at_step is null and position <> all(${step.messagesRead}::integer[])
    ) as unread
    from held
  `.execute(db);
  const [stored] = rows;
  if (stored === undefined && !(await isStored(db, lease, step.number))) throw leaseLost();
  return stored?.unread;
}

/** Replaces a part of the statement that most steps do not need: planning all parts takes as long as the rest of it. */
const emptySql = sql``;

function changedFiles(changed: StepEntry['files']['changed']): RawBuilder<unknown> {
  return sql`, changed as (
      insert into job_file (job_id, path, content, mode)
      select held.id, file.path, file.content, file.mode
      from held, unnest(
        ${changed.map((file) => file.path)}::text[],
        ${changed.map((file) => file.content && Buffer.from(file.content))}::bytea[],
        ${changed.map((file) => file.mode)}::text[]
      ) as file (path, content, mode)
      on conflict (job_id, path) do update set content = excluded.content, mode = excluded.mode
    )`;
}

function undoneFiles(undone: StepEntry['files']['undone']): RawBuilder<unknown> {
  return sql`, undone as (
      delete from job_file using held where job_file.job_id = held.id and path = any(${undone}::text[])
    )`;
}

function readMarks({ number, messagesRead: read }: StepEntry): RawBuilder<unknown> {
  return sql`, read as (
      update job_message set read_at_step = ${number}
      from held where job_message.job_id = held.id and position = any(${read}::integer[])
    )`;
}

function eventsOf({ number, event, messagesRead, shortened }: StepEntry): NewEvent[] {
  const step: NewEvent = { type: 'step', data: { ...event, step: number, messages: [...messagesRead] } };
  // The entry is stored with the step, and so once, however often the step was tried.
  return shortened === undefined ? [step] : [{ type: 'compacted', data: { ...shortened, step: number } }, step];
}

/** The lease is checked too: a step of the same number may be another worker's. */
async function isStored(db: Database, lease: Lease, number: number): Promise<boolean> {
  const row = await db
    .selectFrom('job')
    .select('steps')
    .where('id', '=', lease.jobId)
    .where('epoch', '=', lease.epoch)
    .executeTakeFirst();
  return row !== undefined && row.steps >= number;
}
