import { createHash, randomUUID } from 'node:crypto';
import { CopydeskError } from '@copydesk/contract';
import type { TriggerRequest } from '@copydesk/contract';
import type { Actor } from '../../audit/actor.ts';
import type { AuditAction } from '../../audit/actions.ts';
import type { AuditedAction } from '../../audit/record.ts';
import { storeEvents } from '../../automations/events.ts';
import type { Accepted, NewJob } from '../../jobs/request/create.ts';
import { useReadingQuota } from '../../jobs/request/quota.ts';
import type { Database } from '../../postgres/database.ts';
import { materialOf, promptOf } from '../../triggers/prompt.ts';
import * as triggers from '../../triggers/trigger.ts';
import type { StoredTrigger } from '../../triggers/trigger.ts';
import { audited } from '../audited.ts';
import { startJob } from '../job/create-job.ts';

type Box = Parameters<typeof triggers.createTrigger>[1];

interface Named {
  projectId: string;
  id: string;
}

interface WithSecret {
  trigger: StoredTrigger;
  secret: string;
}

/** @throws CopydeskError `too_many_triggers`, `data_directory_refused`. */
export async function createTrigger(
  db: Database,
  box: Box,
  actor: Actor,
  draft: TriggerRequest & { projectId: string },
): Promise<WithSecret> {
  return await audited(
    db,
    actor,
    async (transaction) => await triggers.createTrigger(transaction, box, draft),
    ({ trigger }) => actionOf('trigger.create', trigger),
  );
}

/** Returns undefined when it does not exist. @throws CopydeskError `data_directory_refused`. */
export async function rotateTrigger(
  db: Database,
  box: Box,
  actor: Actor,
  named: Named,
): Promise<WithSecret | undefined> {
  return await audited(
    db,
    actor,
    async (transaction) => await triggers.rotateTrigger(transaction, box, named),
    (done) => done && actionOf('trigger.rotate', done.trigger),
  );
}

/** Switches it off or on. Returns undefined when it does not exist. */
export async function switchTrigger(
  db: Database,
  actor: Actor,
  named: Named,
  change: { isOn: boolean; at: Date },
): Promise<StoredTrigger | undefined> {
  return await audited(
    db,
    actor,
    async (transaction) => await triggers.switchTrigger(transaction, named, change),
    (there) => there && actionOf(change.isOn ? 'trigger.enable' : 'trigger.disable', there),
  );
}

/** A second deletion changes nothing. */
export async function deleteTrigger(db: Database, actor: Actor, named: Named): Promise<void> {
  await audited(
    db,
    actor,
    async (transaction) => {
      const there = await triggers.readTrigger(transaction, named.id, named.projectId);
      if (there !== undefined) await triggers.deleteTrigger(transaction, named);
      return there;
    },
    (there) => there && actionOf('trigger.delete', there),
  );
}

/**
 * Starts a job from a request to a trigger. A repeated request gets the first job, even when its body differs: senders
 * put the time of each attempt into the body.
 *
 * @throws CopydeskError those of {@link startJob}, and `quota_exceeded` for the trigger's own.
 */
export async function fireTrigger(
  db: Database,
  { trigger, body, key, address }: { trigger: StoredTrigger; body: unknown; key: string | undefined; address: string },
  job: Pick<NewJob, 'model' | 'sourceRepository' | 'baseRef' | 'quota' | 'now'> & { project: NewJob['project'] },
): Promise<Accepted> {
  await useReadingQuota(db, trigger.id, 'trigger', { perHour: trigger.perHour, now: job.now });
  const { organisationId } = job.project;
  const actor: Actor = { kind: 'system', id: null, name: `trigger ${trigger.name}`, organisationId, address };
  const requestHash = createHash('sha256').update(trigger.id).digest();
  const accepted = await startJob(db, actor, {
    ...job,
    prompt: promptOf(trigger, body),
    ...(key !== undefined && { idempotency: { key, requestHash } }),
  });
  if (!accepted.replayed) await triggers.usedTrigger(db, trigger.id, job.now);
  return accepted;
}

/**
 * Stores a request to a trigger for the automation that handles it. A repeated request is stored once.
 *
 * @throws CopydeskError `quota_exceeded`: that of the trigger, or because too many requests wait already.
 */
export async function keepForAutomation(
  db: Database,
  {
    trigger,
    automation,
    body,
    key,
  }: { trigger: StoredTrigger; automation: { id: string }; body: unknown; key: string | undefined },
  now: Date,
): Promise<void> {
  await useReadingQuota(db, trigger.id, 'trigger', { perHour: trigger.perHour, now });
  const event = { from: trigger.name, parts: materialOf(trigger, body) };
  const { isFull } = await storeEvents(db, automation.id, [{ key: key ?? `request-${randomUUID()}`, event }]);
  if (isFull) throw tooMuchWaits();
  await triggers.usedTrigger(db, trigger.id, now);
}

function tooMuchWaits(): CopydeskError {
  return new CopydeskError(
    'quota_exceeded',
    'The maximum number of requests already waits for the automation of this trigger. Send it again later.',
    {
      retryAfterSeconds: 3_600,
    },
  );
}

function actionOf(action: AuditAction, { projectId, id, name, scheme }: StoredTrigger): AuditedAction {
  return { action, projectId, subject: { kind: 'trigger', id, name }, detail: { scheme } };
}
