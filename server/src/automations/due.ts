import { sql } from 'kysely';

/** Told to whoever looks at automations: one may be due soon. */
export const automationChannel = 'automation_due';

/** How long what happened waits for what comes with it: a push of many commits is told by many webhooks. */
export const gatherSeconds = 10;

/**
 * When an automation is to be looked at, as SQL over its row: at once when somebody has asked, else by its time and by what has
 * happened, and not before what holds it ends. Null where there is nothing to look at.
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
