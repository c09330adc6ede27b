import { sql } from 'kysely';
import type { Database } from '../postgres/database.ts';
import type { StoredAutomation } from './automation.ts';
import type { AutomationServices } from './ports.ts';
import { quietUntil } from './quiet-hours.ts';
import { readMonthSpent } from './spent.ts';

/** A reason that holds an automation back, and until when. */
export interface Held {
  until: Date;
  why: string;
}

/**
 * Returns what holds an automation back at a moment; undefined when nothing does. Quiet hours do not hold back a run
 * that a person requests.
 */
export async function heldBy(
  services: AutomationServices,
  automation: StoredAutomation,
  { at, byHand, model }: { at: Date; byHand: boolean; model: string },
): Promise<Held | undefined> {
  const { quietHours } = automation.limits;
  const quiet = byHand || quietHours === null ? undefined : quietUntil(quietHours, at);
  if (quiet !== undefined && quietHours !== null) {
    return { until: quiet, why: `Its quiet hours last until ${quietHours.to} (${quietHours.timeZone}).` };
  }
  return (await heldByDay(services.db, automation, at)) ?? (await heldByMonth(services, automation, { at, model }));
}

const day = 86_400_000;

async function heldByDay(db: Database, { id, limits }: StoredAutomation, at: Date): Promise<Held | undefined> {
  const first = await db
    .selectFrom('automation_run')
    .select('created_at')
    .where('automation_id', '=', id)
    .where('job_id', 'is not', null)
    .where('created_at', '>', new Date(at.getTime() - day))
    .orderBy('id', 'desc')
    .offset(limits.jobsPerDay - 1)
    .limit(1)
    .executeTakeFirst();
  if (first === undefined) return undefined;
  const why = `It has started work ${timesOf(limits.jobsPerDay)} within 24 hours, which is its limit.`;
  return { until: new Date(first.created_at.getTime() + day), why };
}

function timesOf(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

async function heldByMonth(
  { db, prices }: AutomationServices,
  { id, limits: { usdPerMonth } }: StoredAutomation,
  { at, model }: { at: Date; model: string },
): Promise<Held | undefined> {
  if (usdPerMonth === null) return undefined;
  const until = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
  const from = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
  const unknown = `It may spend ${usd(usdPerMonth)} a month, and the cost of the model ${model} is unknown: set its price in COPYDESK_MODEL_PRICES, or remove the limit.`;
  if (prices(model, at) === undefined) return { until: new Date(at.getTime() + day), why: unknown };
  const spent = await readMonthSpent(db, id, { from, prices });
  if (spent !== null && spent < usdPerMonth) return undefined;
  if (spent === null) return { until: new Date(at.getTime() + day), why: unknown };
  return { until, why: `It has spent ${usd(spent)} of ${usd(usdPerMonth)} this month, which is its limit.` };
}

function usd(amount: number): string {
  return `$${amount.toFixed(2)}`;
}

/** Returns how much of the daily limit is left. */
export async function leftToday(db: Database, { id, limits }: StoredAutomation, at: Date): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select count(*)::integer as used from automation_run
    where automation_id = ${id} and job_id is not null and created_at > ${new Date(at.getTime() - day)}
  `.execute(db);
  return Math.max(0, limits.jobsPerDay - (rows[0]?.used ?? 0));
}
