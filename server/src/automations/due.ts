import { sql } from 'kysely';

/** Notified for the workers that check automations: one may be due soon. */
export const automationChannel = 'automation_due';

/** How long an event waits for related ones: a push of many commits causes many webhooks. */
export const gatherSeconds = 10;

/**
 * Returns when an automation is due, as SQL over its row: at once when somebody has requested a run, otherwise by its
 * schedule and its events, and not before its hold ends. It is null when there is nothing to check.
 */
export function dueAt(of: { nextAt: Date | null; heldUntil: Date | null; enabled: boolean }) {
  return sql<Date | null>`(
    select case
      when exists (
        select from automation_run run where run.automation_id = automation.id and run.decision = 'waiting'
      ) then now()
      when not ${of.enabled}::boolean or wanted.at is null then null
      else greatest(wanted.at, ${of.heldUntil}::timestamptz)
    end
    from (select least(${of.nextAt}::timestamptz, case when exists (
      select from automation_event event where event.automation_id = automation.id and event.handled_at is null
    ) then now() + make_interval(secs => ${gatherSeconds}) end) as at) wanted
  )`;
}
