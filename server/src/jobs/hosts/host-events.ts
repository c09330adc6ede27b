import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';

/** Notifies the worker that acts on events of code hosts. */
export const hostEventChannel = 'host_event';

/** An event of a code host; its reader knows what it means. */
export interface NewHostEvent {
  /** Identifies what has happened, however it was learnt. */
  key: string;
  /** As JSON. */
  event: object;
}

/** A stored event. */
export interface StoredHostEvent {
  projectId: string;
  key: string;
  event: unknown;
  receivedAt: Date;
  attempts: number;
}

/**
 * Stores events of a code host, and wakes the worker that acts on them. An event that is known already, from a webhook
 * or from polling, is left unchanged.
 *
 * @returns how many are new.
 */
export async function storeHostEvents(
  db: Database,
  projectId: string,
  events: readonly NewHostEvent[],
): Promise<number> {
  if (events.length === 0) return 0;
  // Events that came together are acted on in their order, so each gets a slightly later time than the one before.
  const { rows } = await sql<{ stored: number }>`
    with stored as (
      insert into host_event (project_id, key, event, received_at)
      select ${projectId}, entry.key, entry.event, now() + entry.position * interval '1 microsecond'
      from unnest(${events.map(({ key }) => asKey(key))}::text[], ${events.map(({ event }) => asJson(event))}::jsonb[])
        with ordinality as entry (key, event, position)
      on conflict do nothing
      returning key
    ), notified as (
      select pg_notify(${hostEventChannel}, '') from stored limit 1
    )
    select count(*)::integer as stored from stored left join notified on true
  `.execute(db);
  return rows[0]?.stored ?? 0;
}

/** An index entry has at most 2,704 bytes, and the name of a branch may be longer: such a key is stored as its hash. */
function asKey(key: string): string {
  if (key.length <= 500) return asText(key);
  return `sha256-${createHash('sha256').update(key).digest('hex')}`;
}

function asJson(event: object): string {
  return JSON.stringify(event, (_name, value: unknown) => (typeof value === 'string' ? asText(value) : value));
}

/** Removes NUL and lone surrogates, which PostgreSQL cannot store and which are never intended. */
function asText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Stores that the webhook of a project's host works; at most once a minute, since webhooks come in bursts. */
export async function sawHostWebhook(db: Database, projectId: string, now: Date): Promise<void> {
  await db
    .updateTable('code_host_connection')
    .set({ webhook_seen_at: now })
    .where('project_id', '=', projectId)
    .where((eb) =>
      eb.or([eb('webhook_seen_at', 'is', null), eb('webhook_seen_at', '<', new Date(now.getTime() - 60_000))]),
    )
    .execute();
}

/** Returns the next event of a project to act on, in order of arrival; undefined when nothing is due. */
export async function nextHostEvent(db: Database, projectId: string): Promise<StoredHostEvent | undefined> {
  const { rows } = await sql<StoredHostEvent>`
    update host_event set attempts = attempts + 1
    where project_id = ${projectId} and handled_at is null and key = (
      select key from host_event
      where project_id = ${projectId} and handled_at is null and not_before <= now()
      order by received_at, key limit 1
    )
    returning project_id as "projectId", key, event, received_at as "receivedAt", attempts
  `.execute(db);
  return rows[0];
}

/**
 * Stores the outcome of an event. In the transaction of its effects, both happen together, and once.
 *
 * @returns whether this call has stored it: another may have done so before.
 */
export async function endHostEvent(
  db: Database | DatabaseTransaction,
  event: Pick<StoredHostEvent, 'projectId' | 'key'>,
  outcome: string,
): Promise<boolean> {
  const ended = await db
    .updateTable('host_event')
    .set({ handled_at: sql<Date>`now()`, outcome })
    .where('project_id', '=', event.projectId)
    .where('key', '=', event.key)
    .where('handled_at', 'is', null)
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

/** Deletes an event: the same may happen again, and must be acted on then. */
export async function forgetHostEvent(
  db: Database,
  { projectId, key }: Pick<StoredHostEvent, 'projectId' | 'key'>,
): Promise<void> {
  await db.deleteFrom('host_event').where('project_id', '=', projectId).where('key', '=', key).execute();
}

/** Postpones an event, with the reason. */
export async function putOffHostEvent(
  db: Database,
  event: Pick<StoredHostEvent, 'projectId' | 'key'>,
  { seconds, because }: { seconds: number; because: string },
): Promise<void> {
  await db
    .updateTable('host_event')
    .set({ not_before: sql<Date>`now() + make_interval(secs => ${seconds})`, outcome: because })
    .where('project_id', '=', event.projectId)
    .where('key', '=', event.key)
    .where('handled_at', 'is', null)
    .execute();
}

/**
 * Postpones all matching unhandled events, this one among them, while more keep coming: until the last of them is
 * `seconds` old, or the first is five times as old.
 *
 * @returns whether they were postponed.
 */
export async function putOffWhileComing(
  db: Database,
  { projectId, key }: Pick<StoredHostEvent, 'projectId' | 'key'>,
  { like, seconds, because }: { like: object; seconds: number; because: string },
): Promise<boolean> {
  const { rows } = await sql<{ key: string }>`
    with such as (
      select project_id, key, received_at from host_event
      where project_id = ${projectId} and handled_at is null and event @> ${JSON.stringify(like)}::jsonb
    ), coming as (
      select least(max(received_at) + make_interval(secs => ${seconds}), min(received_at) + make_interval(secs => ${seconds * 5}))
        as until
      from such
    )
    update host_event set not_before = coming.until, outcome = ${because}
    from such, coming
    where host_event.project_id = such.project_id and host_event.key = such.key and coming.until > now()
    returning host_event.key
  `.execute(db);
  return rows.some((row) => row.key === key);
}

/** Returns the event with a key; undefined when there is none, or it was deleted. */
export async function readHostEvent(db: Database, projectId: string, key: string): Promise<unknown> {
  const row = await db
    .selectFrom('host_event')
    .select('event')
    .where('project_id', '=', projectId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.event;
}

/** Marks all other matching events as handled together with this one, such as further pushes. */
export async function endSuchHostEvents(
  db: Database,
  { projectId, key }: Pick<StoredHostEvent, 'projectId' | 'key'>,
  like: object,
): Promise<void> {
  await sql`
    update host_event set handled_at = now(), outcome = ${`handled with ${key}`}
    where project_id = ${projectId} and handled_at is null and key <> ${key} and event @> ${JSON.stringify(like)}::jsonb
  `.execute(db);
}

/**
 * Deletes all matching events that are not handled yet.
 *
 * @returns when the last of them was received, in the database's own format: a `Date` would cut off its microseconds.
 */
export async function forgetSuchHostEvents(db: Database, projectId: string, like: object): Promise<string | undefined> {
  const { rows } = await sql<{ last: string | null }>`
    with forgotten as (
      delete from host_event
      where project_id = ${projectId} and handled_at is null and event @> ${JSON.stringify(like)}::jsonb
      returning received_at
    )
    select max(received_at)::text as last from forgotten
  `.execute(db);
  return rows[0]?.last ?? undefined;
}

/** Deletes events that are older than 30 days. */
export async function forgetHostEvents(db: Database): Promise<void> {
  await db
    .deleteFrom('host_event')
    .where('received_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute();
}
