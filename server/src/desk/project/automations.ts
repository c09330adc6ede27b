import type { AutomationPatch, AutomationRequest } from '@copydesk/contract';
import type { Actor } from '../../audit/actor.ts';
import type { AuditAction } from '../../audit/actions.ts';
import type { AuditedAction } from '../../audit/record.ts';
import * as automations from '../../automations/automation.ts';
import type { StoredAutomation } from '../../automations/automation.ts';
import { askForRun } from '../../automations/runs.ts';
import type { StoredRun } from '../../automations/runs.ts';
import type { Database } from '../../postgres/database.ts';
import { audited } from '../audited.ts';

interface Named {
  projectId: string;
  id: string;
}

/** @throws CopydeskError `too_many_automations`, `invalid_request`. */
export async function createAutomation(
  db: Database,
  actor: Actor,
  draft: AutomationRequest & { projectId: string },
  now: Date,
): Promise<StoredAutomation> {
  return await audited(
    db,
    actor,
    async (transaction) => await automations.createAutomation(transaction, draft, now),
    (made) => actionOf('automation.create', made, { kind: made.trigger.kind }),
  );
}

/** Returns undefined when it does not exist. @throws CopydeskError `invalid_request`. */
export async function changeAutomation(
  db: Database,
  actor: Actor,
  change: AutomationPatch & Named,
  now: Date,
): Promise<StoredAutomation | undefined> {
  const { projectId: _project, id: _id, ...fields } = change;
  return await audited(
    db,
    actor,
    async (transaction) => await automations.changeAutomation(transaction, change, now),
    (changed) => changed && actionOf('automation.change', changed, { changed: Object.keys(fields) }),
  );
}

/** A second deletion changes nothing. */
export async function deleteAutomation(db: Database, actor: Actor, named: Named): Promise<void> {
  await audited(
    db,
    actor,
    async (transaction) => {
      const there = await automations.readAutomation(transaction, named.id, named.projectId);
      if (there !== undefined) await automations.deleteAutomation(transaction, named);
      return there;
    },
    (there) => there && actionOf('automation.delete', there, { kind: there.trigger.kind }),
  );
}

/** Requests a run now. While an earlier request is pending, returns that one, without a second audit entry. */
export async function runAutomation(
  db: Database,
  actor: Actor,
  automation: StoredAutomation,
  now: Date,
): Promise<StoredRun> {
  const { projectId, id } = automation;
  const asked = await audited(
    db,
    actor,
    async (transaction) => await askForRun(transaction, { projectId, id, now }),
    ({ isNew }) => (isNew ? actionOf('automation.run', automation, {}) : undefined),
  );
  return asked.run;
}

function actionOf(action: AuditAction, { projectId, id, name }: StoredAutomation, detail: object): AuditedAction {
  return { action, projectId, subject: { kind: 'automation', id, name }, detail: { ...detail } };
}
