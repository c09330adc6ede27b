import type { AutomationTrigger } from '@copydesk/contract';
import type { Database } from '../postgres/database.ts';
import { columns, present } from './automation.ts';
import type { StoredAutomation } from './automation.ts';
import { storeEvents } from './events.ts';
import { waitsFor } from './kinds/issue/issue.ts';
import type { Issue } from './kinds/issue/issue.ts';

/** Stores an issue for the automations of a project that wait for its labels or accounts. @returns their names. */
export async function storeIssue(db: Database, projectId: string, issue: Issue): Promise<string[]> {
  const found = await listEnabled(db, projectId, 'issue');
  const waiting = found.filter(({ trigger }) => trigger.kind === 'issue' && waitsFor(trigger, issue));
  return await storeForAll(db, waiting, { key: `issue-${issue.number}`, event: issue });
}

/** Makes those automations of a project due that watch a context repository. @returns their names. */
export async function storeProductEvent(
  db: Database,
  projectId: string,
  event: { repository: string; what: string },
): Promise<string[]> {
  const found = await listEnabled(db, projectId, 'product_changed');
  const waiting = found.filter(
    ({ trigger }) =>
      trigger.kind === 'product_changed' &&
      (trigger.repositories.length === 0 || trigger.repositories.includes(event.repository)),
  );
  return await storeForAll(db, waiting, { key: `${event.repository}-${event.what}`, event });
}

/** Returns the automation that handles the requests of a trigger; undefined when the trigger starts jobs itself. */
export async function readInbound(
  db: Database,
  { projectId, triggerId }: { projectId: string; triggerId: string },
): Promise<StoredAutomation | undefined> {
  const found = await listEnabled(db, projectId, 'inbound');
  return found.find(({ trigger }) => trigger.kind === 'inbound' && trigger.triggerId === triggerId);
}

async function storeForAll(
  db: Database,
  automations: readonly StoredAutomation[],
  event: { key: string; event: object },
): Promise<string[]> {
  for (const { id } of automations) await storeEvents(db, id, [event]);
  return automations.map(({ name }) => name);
}

async function listEnabled(
  db: Database,
  projectId: string,
  kind: AutomationTrigger['kind'],
): Promise<StoredAutomation[]> {
  const rows = await db
    .selectFrom('automation')
    .select(columns)
    .where('project_id', '=', projectId)
    .where('enabled', '=', true)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(present).filter(({ trigger }) => trigger.kind === kind);
}
