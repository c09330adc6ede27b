import type { ReportPeriod } from '@copydesk/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { dayMilliseconds, dayOf } from '../analytics/store/calendar.ts';
import type { Database } from '../postgres/database.ts';
import { isOfTestMode } from '../postgres/test-organisation.ts';
import { hasSettled } from './finished-periods.ts';
import { reportedDays } from './periods.ts';
import type { ReportedDays } from './periods.ts';

/** Someone who chooses to get reports, or a server that was away, gets none that ended earlier. */
const daysToSend = 7;

/** A worker that has died in the middle is followed by another after this time. Longer than sending one mail can take. */
const leaseMinutes = 5;

/** How a report reaches people by itself. */
export type ReportChannel = 'webhook' | 'email';

/** One report for one recipient, which this process may send: no other process does as long as the lease lasts. */
export interface ClaimedSending {
  projectId: string;
  period: ReportPeriod;
  /** The first day: `2026-11-16`. */
  startsOn: string;
  channel: ReportChannel;
  /** An e-mail address; empty for the webhooks of the project. */
  recipient: string;
  /** The number of this attempt, from 1. A later claim has a greater one, and then the outcome of this one is dropped. */
  attempt: number;
}

/** Returns the week and the month that ended within the last seven days, as far as their views have arrived. */
export function periodsToSend(now: Date): ReportedDays[] {
  return (['week', 'month'] as const)
    .map((period) => reportedDays({ period }, now))
    .filter((days) => hasSettled(days, now) && now.getTime() - days.to < daysToSend * dayMilliseconds);
}

/** Writes who is to get the reports of these periods. What was written before stays. */
export async function planSendings(
  db: Database,
  { periods, channels, now }: { periods: readonly ReportedDays[]; channels: readonly ReportChannel[]; now: Date },
): Promise<void> {
  for (const { period, from } of periods) {
    await sql`
      insert into report_sending (project_id, period, starts_on, channel, recipient, next_attempt_at)
      select project.id, ${period}, ${dayOf(from)}::date, way.channel, way.recipient, ${now}
      from project cross join lateral (
        select 'webhook' as channel, '' as recipient where exists (
          select from webhook
          where webhook.project_id = project.id and disabled_at is null and 'report.ready' = any (events)
        )
        union all
        select 'email', recipient from unnest(project.report_recipients) recipient
      ) way
      where ${period} = any (project.report_periods) and project.deleted_at is null
        and not ${isOfTestMode('project.organisation_id')} and way.channel = any (${channels}::text[])
      on conflict do nothing
    `.execute(db);
  }
}

/**
 * Leases the sending that has been due for longest, including one whose worker was killed. Only what its project still
 * wants is claimed.
 */
export async function claimSending(
  db: Database,
  { periods, channels, now }: { periods: readonly ReportedDays[]; channels: readonly ReportChannel[]; now: Date },
): Promise<ClaimedSending | undefined> {
  if (periods.length === 0) return undefined;
  const { rows } = await sql<ClaimedSending>`
    with due as (
      select sending.project_id, sending.period, sending.starts_on, sending.channel, sending.recipient
      from report_sending sending join project on project.id = sending.project_id
      where sending.next_attempt_at <= ${now} and (sending.leased_until is null or sending.leased_until < ${now})
        and ${isOneOf(periods)} and sending.channel = any (${channels}::text[])
        and project.deleted_at is null and sending.period = any (project.report_periods)
        and (sending.channel = 'webhook' or sending.recipient = any (project.report_recipients))
      order by sending.next_attempt_at, sending.project_id, sending.recipient limit 1
      for update of sending skip locked
    )
    update report_sending sending
    set attempts = attempts + 1, leased_until = ${now}::timestamptz + make_interval(mins => ${leaseMinutes})
    from due
    where sending.project_id = due.project_id and sending.period = due.period and sending.starts_on = due.starts_on
      and sending.channel = due.channel and sending.recipient = due.recipient
    returning sending.project_id as "projectId", sending.period, sending.starts_on::text as "startsOn",
      sending.channel, sending.recipient, sending.attempts as attempt
  `.execute(db);
  return rows[0];
}

/** Stores that a report was sent. @returns false when another claim has followed, and this one no longer counts. */
export async function endSent(db: Database, sending: ClaimedSending, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await heldRow(db, sending)
    .set({ sent_at: now, next_attempt_at: null, leased_until: null, reason: null })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Stores why an attempt failed.
 * @param pauseSeconds how long to wait for the next one; undefined when there is none.
 */
export async function endFailed(
  db: Database,
  sending: ClaimedSending,
  { reason, pauseSeconds, now }: { reason: string; pauseSeconds: number | undefined; now: Date },
): Promise<void> {
  const change =
    pauseSeconds === undefined
      ? { next_attempt_at: null, given_up_at: now }
      : { next_attempt_at: new Date(now.getTime() + pauseSeconds * 1000) };
  await heldRow(db, sending)
    .set({ ...change, leased_until: null, reason })
    .execute();
}

/** A mail of a report, as its project sees it. */
export interface SentMail {
  period: ReportPeriod;
  startsOn: string;
  recipient: string;
  state: 'sent' | 'waiting' | 'given up';
  /** When it was sent or given up, or is tried again. */
  at: Date;
  /** Why the last attempt failed; null for none that did. */
  reason: string | null;
}

/** Lists the mails of a project's latest reports, newest first. */
export async function listSentMails(db: Database, projectId: string, limit: number): Promise<SentMail[]> {
  const { rows } = await sql<SentMail>`
    select period, starts_on::text as "startsOn", recipient, reason,
      case when sent_at is not null then 'sent' when given_up_at is not null then 'given up' else 'waiting' end as state,
      coalesce(sent_at, given_up_at, next_attempt_at) as at
    from report_sending where project_id = ${projectId} and channel = 'email'
    order by starts_on desc, period, recipient limit ${limit}
  `.execute(db);
  return rows;
}

/** Gives up what was not sent in time, and deletes rows after a year. */
export async function endLateSendings(db: Database, periods: readonly ReportedDays[], now: Date): Promise<void> {
  await sql`
    update report_sending sending
    set next_attempt_at = null, leased_until = null, given_up_at = ${now},
      reason = coalesce(reason, 'It could not be sent within a week.')
    where next_attempt_at is not null and (leased_until is null or leased_until < ${now})
      and starts_on < ${daysAgo(now, daysToSend)}::date and not ${isOneOf(periods)}
  `.execute(db);
  await sql`delete from report_sending where starts_on < ${daysAgo(now, 366)}::date`.execute(db);
}

function daysAgo(now: Date, days: number): string {
  return dayOf(now.getTime() - days * dayMilliseconds);
}

function isOneOf(periods: readonly ReportedDays[]): RawBuilder<boolean> {
  const is = periods.map(
    ({ period, from }) => sql`(sending.period = ${period} and sending.starts_on = ${dayOf(from)}::date)`,
  );
  return is.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(is, sql` or `)})`;
}

function heldRow(db: Database, { projectId, period, startsOn, channel, recipient, attempt }: ClaimedSending) {
  return db
    .updateTable('report_sending')
    .where('project_id', '=', projectId)
    .where('period', '=', period)
    .where(sql<boolean>`starts_on = ${startsOn}::date`)
    .where('channel', '=', channel)
    .where('recipient', '=', recipient)
    .where('attempts', '=', attempt)
    .where('next_attempt_at', 'is not', null);
}
