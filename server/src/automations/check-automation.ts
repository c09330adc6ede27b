import { isDatabaseUnavailable } from '../postgres/database.ts';
import { readProject } from '../projects/project.ts';
import { isLastJobBusy } from './begin-work.ts';
import type { Claimed } from './claim.ts';
import { readWaiting } from './events.ts';
import type { CheckInput } from './kinds/kind.ts';
import { kindOf } from './kinds/kinds.ts';
import { heldBy } from './limits.ts';
import type { AutomationServices } from './ports.ts';
import { readAsked } from './runs.ts';
import { NeedsModel } from './needs-model.ts';
import { storeFailure, storeFinding, storeHold, storeRefusal, storeWait } from './store-check.ts';
import type { Check } from './store-check.ts';

/**
 * Checks a due automation, and stores the decision in one transaction with the new jobs, the messages, and the handled
 * events. So a check may run twice, by a worker that was stopped and by its successor, and has its effects once.
 *
 * @throws CopydeskError `database_unavailable`; it is checked again when the lease has expired.
 */
export async function checkAutomation(services: AutomationServices, claimed: Claimed): Promise<void> {
  const { db } = services;
  const { automation, at } = claimed;
  const project = await readProject(db, automation.projectId);
  if (project === undefined) return;
  const [asked, events] = await Promise.all([readAsked(db, automation.id), readWaiting(db, automation.id)]);
  const begunBy = asked !== undefined ? 'hand' : claimed.isTimeDue ? 'time' : 'event';
  const input: CheckInput = { at, begunBy, dueAt: dueTimeOf(claimed), events, state: claimed.state };
  const check: Check = { claimed, project, input, asked };
  // For example after a change: there is nothing to check any more.
  if (begunBy === 'event' && events.length === 0) return await storeFinding(services, check, undefined);
  const { model } = services.jobDefaults(project);
  const held = await heldBy(services, automation, { at, byHand: asked !== undefined, model });
  if (held !== undefined) return await storeHold(services, check, held);
  const kind = kindOf(automation.trigger);
  // A check by hand says what it found, whatever it costs.
  const mayWait = kind.asksModel === true && asked === undefined;
  if (mayWait && (await isLastJobBusy(db, automation.id, ''))) return await storeWait(services, check);
  try {
    const finding = await kind.check(input, { project, services });
    await storeFinding(services, check, finding);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    if (error instanceof NeedsModel) return await storeRefusal(services, check, error.message);
    await storeFailure(services, check, error);
  }
}

function dueTimeOf({ automation, isTimeDue }: Claimed): Date | undefined {
  return isTimeDue ? (automation.nextAt ?? undefined) : undefined;
}
