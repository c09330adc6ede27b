import { JobEvent } from '@copydesk/contract';
import type { EventData, EventList, EventType } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../postgres/database.ts';
import { plannedOnce } from '../postgres/statements/planned-once.ts';

/** The channel that gets a job's id whenever its transcript has grown. */
export const eventChannel = 'job_event';

/** An entry to append to a transcript. */
export type NewEvent = { [T in EventType]: { type: T; data: EventData<T> } }[EventType];

/**
 * Appends to a job's transcript and notifies the listeners when the transaction commits. This locks the job's row, so
 * sequence numbers have no gaps and no duplicates.
 */
export async function appendEvents(
  transaction: DatabaseTransaction,
  jobId: string,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const types = events.map((event) => event.type);
  const data = events.map((event) => JSON.stringify(event.data));
  await sql`${plannedOnce}
    with counted as (
      update job set events = events + ${events.length}::integer where id = ${jobId} returning events
    ), appended as (
      insert into job_event (job_id, sequence, type, data)
      select ${jobId}, counted.events - ${events.length}::integer + entry.position, entry.type, entry.data
      from counted, unnest(${types}::text[], ${data}::jsonb[]) with ordinality as entry (type, data, position)
    )
    select pg_notify(${eventChannel}, ${jobId}) from counted
  `.execute(transaction);
}

/** A part of a transcript, and whether more follows. */
export type EventPage = Pick<EventList, 'events' | 'hasMore'>;

/** Returns entries of a transcript after a sequence number, oldest first. */
export async function listEvents(
  db: Database,
  jobId: string,
  page: { after: number; limit: number },
): Promise<EventPage> {
  const rows = await db
    .selectFrom('job_event')
    .modifyFront(plannedOnce)
    .select(['sequence', 'at', 'type', 'data'])
    .where('job_id', '=', jobId)
    .where('sequence', '>', page.after)
    .orderBy('sequence')
    .limit(page.limit + 1)
    .execute();
  return {
    events: rows.slice(0, page.limit).map((row) => JobEvent.parse({ ...row, at: row.at.toISOString() })),
    hasMore: rows.length > page.limit,
  };
}
