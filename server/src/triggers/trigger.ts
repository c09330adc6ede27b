import { randomBytes } from 'node:crypto';
import { CopydeskError, TriggerScheme } from '@copydesk/contract';
import type { TriggerDelivery, TriggerRequest } from '@copydesk/contract';
import { z } from 'zod';
import { inTransaction } from '../postgres/database.ts';
import type { Database } from '../postgres/database.ts';
import { countInProject } from '../postgres/room-in-project.ts';
import type { SecretBox } from '../secrets/box.ts';
import { RecentDeliveries } from './recent.ts';

/** A stored trigger, without its secret. */
export interface StoredTrigger {
  id: string;
  projectId: string;
  name: string;
  prompt: string;
  scheme: TriggerScheme;
  fields: Record<string, string>;
  when: Record<string, string[]>;
  perHour: number;
  createdAt: Date;
  usedAt: Date | null;
  /** When it was switched off. */
  disabledAt: Date | null;
  /** The last requests, newest first. */
  deliveries: TriggerDelivery[];
}

/** Each has an address that anybody may send to. */
const maximumTriggers = 50;

/**
 * Creates a trigger, with the given secret or a new one.
 *
 * @throws CopydeskError `too_many_triggers`, `not_found`, `data_directory_refused`.
 */
export async function createTrigger(
  db: Database,
  box: SecretBox,
  { projectId, ...draft }: TriggerRequest & { projectId: string },
): Promise<{ trigger: StoredTrigger; secret: string }> {
  const id = `trg_${randomBytes(11).toString('hex')}`;
  const secret = draft.secret ?? newSecret(draft.scheme);
  const sealed = await box.seal(secret, purposeOf(id));
  return await inTransaction(db, async (transaction) => {
    if ((await countInProject(transaction, 'trigger', projectId)) >= maximumTriggers) throw tooMany();
    const row = await transaction
      .insertInto('trigger')
      .values({
        id,
        project_id: projectId,
        name: draft.name,
        prompt: draft.prompt,
        scheme: draft.scheme,
        secret: sealed,
        fields: JSON.stringify(draft.fields),
        conditions: JSON.stringify(draft.when),
        per_hour: draft.perHour,
      })
      .returning(columns)
      .executeTakeFirstOrThrow();
    return { trigger: present(row), secret };
  });
}

/** Returns the triggers of a project, oldest first. */
export async function listTriggers(db: Database, projectId: string): Promise<StoredTrigger[]> {
  const rows = await db
    .selectFrom('trigger')
    .select(columns)
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(present);
}

/** Returns a trigger of a project that is not deleted; of any such project when none is given. */
export async function readTrigger(db: Database, id: string, projectId?: string): Promise<StoredTrigger | undefined> {
  const row = await selectLiving(db, id, projectId).select(prefixed).executeTakeFirst();
  return row && present(row);
}

/**
 * Returns a trigger with its secret, for a request that claims to know it.
 * @throws CopydeskError `secret_unreadable`
 */
export async function openTrigger(
  db: Database,
  box: SecretBox,
  id: string,
): Promise<{ trigger: StoredTrigger; secret: string } | undefined> {
  const row = await selectLiving(db, id)
    .select([...prefixed, 'trigger.secret'])
    .executeTakeFirst();
  return row && { trigger: present(row), secret: await box.open(row.secret, purposeOf(id)) };
}

/**
 * Gives a trigger another secret; returns undefined when it does not exist.
 * @throws CopydeskError `data_directory_refused`
 */
export async function rotateTrigger(
  db: Database,
  box: SecretBox,
  { projectId, id }: { projectId: string; id: string },
): Promise<{ trigger: StoredTrigger; secret: string } | undefined> {
  const trigger = await readTrigger(db, id, projectId);
  if (trigger === undefined) return undefined;
  const secret = newSecret(trigger.scheme);
  await db
    .updateTable('trigger')
    .set({ secret: await box.seal(secret, purposeOf(id)) })
    .where('id', '=', id)
    .execute();
  return { trigger, secret };
}

/** Deletes a trigger. Deleting it again changes nothing. */
export async function deleteTrigger(db: Database, { projectId, id }: { projectId: string; id: string }): Promise<void> {
  await db.deleteFrom('trigger').where('id', '=', id).where('project_id', '=', projectId).execute();
}

/**
 * Switches a trigger off or on; one that is in that state already is left unchanged. Returns undefined when it does not
 * exist.
 */
export async function switchTrigger(
  db: Database,
  { projectId, id }: { projectId: string; id: string },
  { isOn, at }: { isOn: boolean; at: Date },
): Promise<StoredTrigger | undefined> {
  const row = await db
    .updateTable('trigger')
    .set((eb) => ({ disabled_at: isOn ? null : eb.fn.coalesce('disabled_at', eb.val(at)) }))
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .returning(columns)
    .executeTakeFirst();
  return row && present(row);
}

/** Stores when it last started a job. */
export async function usedTrigger(db: Database, id: string, at: Date): Promise<void> {
  await db.updateTable('trigger').set({ used_at: at }).where('id', '=', id).execute();
}

function selectLiving(db: Database, id: string, projectId?: string) {
  const found = db
    .selectFrom('trigger')
    .innerJoin('project', 'project.id', 'trigger.project_id')
    .where('trigger.id', '=', id)
    .where('project.deleted_at', 'is', null);
  return projectId === undefined ? found : found.where('trigger.project_id', '=', projectId);
}

const columns = [
  'id',
  'project_id',
  'name',
  'prompt',
  'scheme',
  'fields',
  'conditions',
  'per_hour',
  'created_at',
  'used_at',
  'disabled_at',
  'recent',
] as const;

const prefixed = columns.map((column) => `trigger.${column}` as const);

interface TriggerRow {
  id: string;
  project_id: string;
  name: string;
  prompt: string;
  scheme: string;
  fields: unknown;
  conditions: unknown;
  per_hour: number;
  created_at: Date;
  used_at: Date | null;
  disabled_at: Date | null;
  recent: unknown;
}

const Fields = z.record(z.string(), z.string());
const Conditions = z.record(z.string(), z.array(z.string()));

function present(row: TriggerRow): StoredTrigger {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    prompt: row.prompt,
    scheme: TriggerScheme.parse(row.scheme),
    fields: Fields.parse(row.fields),
    when: Conditions.parse(row.conditions),
    perHour: row.per_hour,
    createdAt: row.created_at,
    usedAt: row.used_at,
    disabledAt: row.disabled_at,
    deliveries: RecentDeliveries.parse(row.recent),
  };
}

/** Returns a secret of 256 bits, in the form of Standard Webhooks for that scheme. */
function newSecret(scheme: TriggerScheme): string {
  const random = randomBytes(32);
  return scheme === 'standard' ? `whsec_${random.toString('base64')}` : random.toString('base64url');
}

function purposeOf(id: string): string {
  return `trigger ${id}`;
}

function tooMany(): CopydeskError {
  return new CopydeskError(
    'too_many_triggers',
    `The project has ${maximumTriggers} triggers already, which is the maximum. Delete one that is no longer needed.`,
  );
}
