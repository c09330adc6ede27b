import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../postgres/database.ts';
import { automationChannel, gatherSeconds } from './due.ts';
import type { StoredEvent } from './kinds/kind.ts';

/** An event for an automation to handle. */
export interface NewEvent {
  /** Identifies what happened, however it was learnt: the same event is stored once. */
  key: string;
  /** As JSON. */
  event: object;
}

/** How many events one check handles; the others wait for the next. */
export const mostAtOnce = 200;

/** How many events may wait: a limit may hold them for a month. */
const mostWaiting = 5_000;

/**
 * Stores events for an automation that is enabled, and makes it due after a time for related events to arrive. When it
 * returns, no stored event can be lost.
 *
 * @returns how many are new, and whether there was no room for the others.
 */
export async function storeEvents(
  db: Database,
  automationId: string,
  events: readonly NewEvent[],
): Promise<{ stored: number; isFull: boolean }> {
  if (events.length === 0) return { stored: 0, isFull: false };
  const { rows } = await sql<{ stored: number; room: number }>`
    with room as (
      select greatest(0, ${mostWaiting} - count(*))::integer as places from (
        select from automation_event where automation_id = ${automationId} and handled_at is null limit ${mostWaiting}
      ) waiting
    ), stored as (
      insert into automation_event (automation_id, key, event, received_at)
      select automation.id, entry.key, entry.event, now() + entry.position * interval '1 microsecond'
      from automation, room, unnest(${events.map(({ key }) => keyOf(key))}::text[], ${events.map(({ event }) => asJson(event))}::jsonb[])
        with ordinality as entry (key, event, position)
      where automation.id = ${automationId} and automation.enabled and entry.position <= room.places
      on conflict do nothing
      returning key
    ), due as (
      update automation set due_at = greatest(held_until, least(due_at, now() + make_interval(secs => ${gatherSeconds})))
      where id = ${automationId} and exists (select from stored)
      returning id
    ), notified as (
      select pg_notify(${automationChannel}, '') from due
    )
    select (select count(*) from stored)::integer as stored, (select places from room) as room,
      (select count(*) from notified)::integer as notified
  `.execute(db);
  const [row = { stored: 0, room: 0 }] = rows;
  return { stored: row.stored, isFull: row.room < events.length };
}

/** Returns the unhandled events of an automation, oldest first. */
export async function readWaiting(db: Database, automationId: string): Promise<StoredEvent[]> {
  return await db
    .selectFrom('automation_event')
    .select(['key', 'event', 'received_at as receivedAt'])
    .where('automation_id', '=', automationId)
    .where('handled_at', 'is', null)
    .orderBy('received_at')
    .orderBy('key')
    .limit(mostAtOnce)
    .execute();
}

/** Marks events as handled, in the transaction of their effects. */
export async function endEvents(db: Database, automationId: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await db
    .updateTable('automation_event')
    .set({ handled_at: sql<Date>`now()` })
    .where('automation_id', '=', automationId)
    .where('key', 'in', keys)
    .execute();
}

/** How long handled events are kept: within this time a repeated event is recognised. */
const eventDays = 30;

/** How long runs are kept. */
const runDays = 90;

/** Deletes runs after 90 days, and handled events after 30. */
export async function forgetOldRuns(db: Database): Promise<void> {
  await sql`
    delete from automation_event where received_at < now() - make_interval(days => ${eventDays}) and handled_at is not null
  `.execute(db);
  await sql`
    delete from automation_run where created_at < now() - make_interval(days => ${runDays}) and decision <> 'waiting'
  `.execute(db);
}

/** An index entry has at most 2,704 bytes. */
function keyOf(key: string): string {
  return key.length <= 500 ? makeStorable(key) : `sha256-${createHash('sha256').update(key).digest('hex')}`;
}

function asJson(event: object): string {
  return JSON.stringify(event, (_name, value: unknown) => (typeof value === 'string' ? makeStorable(value) : value));
}

/** Removes NUL and lone surrogates, which PostgreSQL cannot store. */
function makeStorable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
