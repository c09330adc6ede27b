import { randomBytes } from 'node:crypto';
import { AutomationTrigger, CopydeskError, QuietHours } from '@copydesk/contract';
import type { AutomationLimits, AutomationPatch, AutomationRequest } from '@copydesk/contract';
import { sql } from 'kysely';
import { inTransaction } from '../postgres/database.ts';
import type { Database, DatabaseTransaction } from '../postgres/database.ts';
import { countInProject } from '../postgres/room-in-project.ts';
import { isTimeZone } from './cron.ts';
import type { Fault } from './cron.ts';
import { automationChannel, dueAt } from './due.ts';
import { kindOf } from './kinds/kinds.ts';

/** A stored automation. */
export interface StoredAutomation {
  id: string;
  projectId: string;
  name: string;
  trigger: AutomationTrigger;
  prompt: string;
  limits: AutomationLimits;
  enabled: boolean;
  createdAt: Date;
  nextAt: Date | null;
  heldUntil: Date | null;
}

/** Each may run a check every quarter of an hour. */
const maximumAutomations = 50;

/**
 * Creates an automation.
 *
 * @throws CopydeskError `too_many_automations`, `not_found`, and `invalid_request` for settings that its kind cannot
 *   work with.
 */
export async function createAutomation(
  db: Database,
  { projectId, ...draft }: AutomationRequest & { projectId: string },
  now: Date,
): Promise<StoredAutomation> {
  const { name, trigger, prompt, limits, enabled } = draft;
  requireWorkable(draft, now);
  return await inTransaction(db, async (transaction) => {
    await requireRoom(transaction, projectId);
    const row = await transaction
      .insertInto('automation')
      .values({
        id: `aut_${randomBytes(11).toString('hex')}`,
        project_id: projectId,
        name,
        trigger: JSON.stringify(trigger),
        prompt,
        ...limitColumns(limits),
        enabled,
        next_at: enabled ? firstAt(trigger, now) : null,
        due_at: enabled ? firstAt(trigger, now) : null,
      })
      .returning(columns)
      .executeTakeFirstOrThrow();
    await notifyDue(transaction);
    return present(row);
  });
}

/** Wakes the workers, which may otherwise sleep past the new time. */
async function notifyDue(transaction: DatabaseTransaction): Promise<void> {
  await sql`select pg_notify(${automationChannel}, '')`.execute(transaction);
}

async function requireRoom(transaction: DatabaseTransaction, projectId: string): Promise<void> {
  const count = await countInProject(transaction, 'automation', projectId);
  if (count < maximumAutomations) return;
  throw new CopydeskError(
    'too_many_automations',
    `The project has ${maximumAutomations} automations already, which is the maximum. Delete one that is no longer needed.`,
  );
}

/** Returns the automations of a project, oldest first. */
export async function listAutomations(db: Database, projectId: string): Promise<StoredAutomation[]> {
  const rows = await db
    .selectFrom('automation')
    .select(columns)
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(present);
}

/** Returns an automation of a project that is not deleted; of any such project when none is given. */
export async function readAutomation(
  db: Database,
  id: string,
  projectId?: string,
): Promise<StoredAutomation | undefined> {
  const row = await db
    .selectFrom('automation')
    .innerJoin('project', 'project.id', 'automation.project_id')
    .where('automation.id', '=', id)
    .where('project.deleted_at', 'is', null)
    .$if(projectId !== undefined, (query) => query.where('automation.project_id', '=', projectId ?? ''))
    .select(columns.map((column) => `automation.${column}` as const))
    .executeTakeFirst();
  return row && present(row);
}

/**
 * Changes an automation; absent fields stay. A new time counts from now, and an earlier hold ends.
 *
 * @returns undefined when it does not exist.
 * @throws CopydeskError `invalid_request` for another kind, and for settings that its kind cannot work with.
 */
export async function changeAutomation(
  db: Database,
  { projectId, id, ...change }: AutomationPatch & { projectId: string; id: string },
  now: Date,
): Promise<StoredAutomation | undefined> {
  return await inTransaction(db, async (transaction) => {
    const row = await transaction
      .selectFrom('automation')
      .select(columns)
      .where('id', '=', id)
      .where('project_id', '=', projectId)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const before = present(row);
    const after = {
      ...before,
      ...withoutAbsent(change),
      limits: { ...before.limits, ...withoutAbsent(change.limits) },
    };
    if (after.trigger.kind !== before.trigger.kind) throw anotherKind(before.trigger.kind);
    requireWorkable(after, now);
    const isRetimed = change.trigger !== undefined || change.enabled !== undefined;
    const next = after.enabled ? firstAt(after.trigger, now) : null;
    const nextAt = isRetimed ? next : before.nextAt;
    const changed = await transaction
      .updateTable('automation')
      .set({
        name: after.name,
        trigger: JSON.stringify(after.trigger),
        prompt: after.prompt,
        ...limitColumns(after.limits),
        enabled: after.enabled,
        next_at: nextAt,
        held_until: null,
        failures: 0,
        // Forgets its state, so that what happened while it was disabled is ignored.
        ...(!before.enabled && after.enabled && { state: JSON.stringify({}) }),
        due_at: dueAt({ nextAt, heldUntil: null, enabled: after.enabled }),
      })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow();
    await notifyDue(transaction);
    return present(changed);
  });
}

/** Deletes an automation with its runs. Deleting it again changes nothing. */
export async function deleteAutomation(
  db: Database,
  { projectId, id }: { projectId: string; id: string },
): Promise<void> {
  await db.deleteFrom('automation').where('id', '=', id).where('project_id', '=', projectId).execute();
}

function firstAt(trigger: AutomationTrigger, now: Date): Date | null {
  const kind = kindOf(trigger);
  return kind.firstAt?.(now) ?? kind.nextAt(now) ?? null;
}

function withoutAbsent<T extends object>(change: T | undefined): Partial<T> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries forgets the names that it is given
  return Object.fromEntries(Object.entries(change ?? {}).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** @throws CopydeskError `invalid_request` */
function requireWorkable({ trigger, limits }: Pick<AutomationRequest, 'trigger' | 'limits'>, now: Date): void {
  const fault = kindOf(trigger).fault(now);
  if (fault !== undefined) throw fieldRefused(`/trigger/${fault.field}`, fault);
  const zone = limits.quietHours?.timeZone;
  if (zone === undefined || isTimeZone(zone)) return;
  const detail = 'must be a time zone of the IANA database, such as "Europe/Berlin"';
  throw fieldRefused('/limits/quietHours/timeZone', { field: 'timeZone', detail });
}

function fieldRefused(pointer: string, { detail }: Fault): CopydeskError {
  return new CopydeskError('invalid_request', `The field ${pointer} ${detail}.`, { errors: [{ pointer, detail }] });
}

function anotherKind(kind: string): CopydeskError {
  const detail = `must stay "${kind}": create another automation for another kind`;
  return fieldRefused('/trigger/kind', { field: 'kind', detail });
}

function limitColumns({ jobsPerDay, usdPerMonth, quietHours }: AutomationLimits) {
  return {
    jobs_per_day: jobsPerDay,
    micro_usd_per_month: usdPerMonth === null ? null : Math.round(usdPerMonth * 1_000_000),
    quiet_hours: quietHours === null ? null : JSON.stringify(quietHours),
  };
}

export const columns = [
  'id',
  'project_id',
  'name',
  'trigger',
  'prompt',
  'jobs_per_day',
  'micro_usd_per_month',
  'quiet_hours',
  'enabled',
  'created_at',
  'next_at',
  'held_until',
] as const;

export interface AutomationRow {
  id: string;
  project_id: string;
  name: string;
  trigger: unknown;
  prompt: string;
  jobs_per_day: number;
  micro_usd_per_month: number | null;
  quiet_hours: unknown;
  enabled: boolean;
  created_at: Date;
  next_at: Date | null;
  held_until: Date | null;
}

export function present(row: AutomationRow): StoredAutomation {
  const usd = row.micro_usd_per_month;
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    trigger: AutomationTrigger.parse(row.trigger),
    prompt: row.prompt,
    limits: {
      jobsPerDay: row.jobs_per_day,
      usdPerMonth: usd === null ? null : usd / 1_000_000,
      quietHours: row.quiet_hours === null ? null : QuietHours.parse(row.quiet_hours),
    },
    enabled: row.enabled,
    createdAt: row.created_at,
    nextAt: row.next_at,
    heldUntil: row.held_until,
  };
}
