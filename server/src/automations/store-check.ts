import { isCopydeskError } from '@copydesk/contract';
import type { DatabaseTransaction } from '../postgres/database.ts';
import type { Project } from '../projects/project.ts';
import type { StoredAutomation } from './automation.ts';
import { beginWork } from './begin-work.ts';
import { lockClaimed } from './claim.ts';
import type { Claimed } from './claim.ts';
import { dueAt } from './due.ts';
import { endEvents } from './events.ts';
import type { Finding, CheckInput, Work } from './kinds/kind.ts';
import { kindOf } from './kinds/kinds.ts';
import { leftToday } from './limits.ts';
import type { Held } from './limits.ts';
import type { AutomationServices } from './ports.ts';
import { readLastRuns, recordRuns } from './runs.ts';
import type { NewRun, RunRow } from './runs.ts';

/** An automation that is being checked, and why. */
export interface Check {
  claimed: Claimed;
  project: Project;
  input: CheckInput;
  /** The run that somebody has requested. */
  asked: RunRow | undefined;
}

/**
 * Stores a finding in one transaction: the new jobs and messages, as far as the daily limit allows, the runs, and the
 * handled events. Nothing is stored when another worker has taken over. An undefined finding means that there was
 * nothing to check. When there is work and none of it can begin, its events and its state stay, and it is found again.
 */
export async function storeFinding(
  services: AutomationServices,
  check: Check,
  finding: Finding | undefined,
): Promise<void> {
  const { claimed, input, asked } = check;
  const stored = await services.db.transaction().execute(async (transaction): Promise<NewRun[]> => {
    const automation = await lockClaimed(transaction, claimed);
    if (automation === undefined) return [];
    const runs = finding === undefined ? [] : await runsOf(transaction, services, { check, automation, finding });
    await recordRuns(transaction, runs, asked);
    const lanes = new Set(runs.flatMap(({ lane = '', job_id: jobId }) => (jobId == null ? [] : [lane])));
    if (finding !== undefined && finding.work.length > 0 && lanes.size === 0) {
      await release(transaction, claimed, automation, { heldUntil: halfMinuteAfter(input.at) });
      return runs;
    }
    await endEvents(transaction, automation.id, handledBy(finding, input));
    const { nextAt } = finding ?? {};
    await release(transaction, claimed, automation, { state: finding?.state?.(lanes), nextAt, isDealtWith: true });
    return runs;
  });
  for (const { decision } of stored) services.onRun?.(claimed.automation.trigger.kind, decision);
}

/** Begins the work. Work for a job that is busy waits, and is listed only if somebody asked. */
async function runsOf(
  transaction: DatabaseTransaction,
  services: AutomationServices,
  { check, automation, finding }: { check: Check; automation: StoredAutomation; finding: Finding },
): Promise<NewRun[]> {
  const { project, input, asked } = check;
  const { at } = input;
  if (finding.work.length === 0 && finding.isSilent === true) return [];
  if (finding.work.length === 0) {
    const run = { ...runOf(check, automation), events: handledBy(finding, input).length };
    return [{ ...run, decision: 'nothing', why: finding.why, micro_usd: microUsd(finding) }];
  }
  const runs: NewRun[] = [];
  let left = await leftToday(transaction, automation, at);
  for (const work of finding.work) {
    const run = {
      ...runOf(check, automation),
      ...summaryOf(work),
      events: 0,
      micro_usd: runs.length === 0 ? microUsd(finding) : null,
    };
    const begun = left > 0 ? await beginWork(transaction, services, { automation, project, work, at }) : undefined;
    if (begun === undefined) runs.push({ ...run, decision: 'put_off', why: `${run.why} ${limitReached}` });
    else if (begun.decision !== 'busy')
      runs.push({ ...run, events: handledBy(finding, input).length, decision: begun.decision, job_id: begun.jobId });
    else if (asked !== undefined) runs.push({ ...run, decision: 'nothing', why: `${run.why} ${begun.why}` });
    if (begun?.decision === 'job' || begun?.decision === 'message') left -= 1;
  }
  return runs;
}

/** Returns the keys of the events that a finding handles: of many, as many as fit into a prompt. */
function handledBy(finding: Finding | undefined, { events }: CheckInput): readonly string[] {
  return finding?.handled ?? events.map(({ key }) => key);
}

const limitReached = 'Its daily limit is reached; it finds the rest the next time.';

function microUsd({ costUsd }: Finding): number | null {
  return costUsd == null ? null : Math.round(costUsd * 1_000_000);
}

function summaryOf({ lane, why, listedWhy = why, links }: Work) {
  return { lane, why: listedWhy, links: links.slice(0, mostLinks) };
}

const mostLinks = 50;

function runOf({ input: { at, begunBy, events } }: Check, { id }: StoredAutomation) {
  return { automation_id: id, created_at: at, begun_by: begunBy, events: events.length };
}

/**
 * Stores that a limit holds the automation back; its events wait. The hold is listed once, however often the automation
 * is checked.
 */
export async function storeHold(services: AutomationServices, check: Check, { until, why }: Held): Promise<void> {
  await storeWithout(services, check, { decision: 'put_off', why, heldUntil: until, failures: 0 });
}

/** Stores that the check is made a little later, when the job that would get its work may have read its last message. */
export async function storeWait(services: AutomationServices, { claimed, input }: Check): Promise<void> {
  await services.db.transaction().execute(async (transaction) => {
    const automation = await lockClaimed(transaction, claimed);
    if (automation !== undefined)
      await release(transaction, claimed, automation, { heldUntil: halfMinuteAfter(input.at) });
  });
}

const longestPauseSeconds = 6 * 3_600;

/** Stores that the check failed: it is retried with the same events, at increasing intervals. */
export async function storeFailure(services: AutomationServices, check: Check, error: unknown): Promise<void> {
  const { automation, failures } = check.claimed;
  const isKnown = isCopydeskError(error);
  services.log.warn(
    { automation: automation.id, project: automation.projectId, err: error },
    'an automation could not look',
  );
  const why = isKnown ? error.message : 'Copydesk had an error of its own; its log contains the details.';
  const seconds = Math.min(longestPauseSeconds, 60 * 4 ** Math.min(failures, 10));
  const heldUntil = new Date(check.input.at.getTime() + seconds * 1_000);
  await storeWithout(services, check, { decision: 'failed', why, heldUntil, failures: failures + 1 });
}

const refusalSeconds = 300;

/** Stores why no work can begin, and checks again soon: a person may remove the reason at any time. */
export async function storeRefusal(services: AutomationServices, check: Check, why: string): Promise<void> {
  const heldUntil = new Date(check.input.at.getTime() + refusalSeconds * 1_000);
  await storeWithout(services, check, { decision: 'failed', why, heldUntil, failures: 0 });
}

async function storeWithout(
  services: AutomationServices,
  check: Check,
  {
    decision,
    why,
    heldUntil,
    failures,
  }: { decision: 'put_off' | 'failed'; why: string; heldUntil: Date; failures: number },
): Promise<void> {
  const { claimed, asked } = check;
  const isStored = await services.db.transaction().execute(async (transaction) => {
    const automation = await lockClaimed(transaction, claimed);
    if (automation === undefined) return false;
    const { id, projectId } = automation;
    const last = (await readLastRuns(transaction, projectId, [id])).get(id);
    const isListed = asked === undefined && last?.decision === decision && last.why === why;
    if (!isListed) await recordRuns(transaction, [{ ...runOf(check, automation), decision, why }], asked);
    await release(transaction, claimed, automation, { heldUntil, failures });
    return !isListed;
  });
  if (isStored) services.onRun?.(claimed.automation.trigger.kind, decision);
}

function halfMinuteAfter(at: Date): Date {
  return new Date(at.getTime() + 30_000);
}

/** Releases an automation, and stores when it is due next. */
async function release(
  transaction: DatabaseTransaction,
  { epoch, at }: Claimed,
  { id, trigger, enabled, nextAt: before }: StoredAutomation,
  end: {
    state?: object | undefined;
    heldUntil?: Date;
    failures?: number;
    isDealtWith?: true;
    nextAt?: Date | undefined;
  },
): Promise<void> {
  const { state, heldUntil = null, failures = 0, isDealtWith } = end;
  // Its schedule may have been changed meanwhile, and not be due yet.
  const isOver = isDealtWith === true && before !== null && before <= at;
  const usual = isOver ? (kindOf(trigger).nextAt(at) ?? null) : before;
  const nextAt = enabled ? (end.nextAt ?? usual) : null;
  await transaction
    .updateTable('automation')
    .set({
      leased_until: null,
      next_at: nextAt,
      held_until: heldUntil,
      failures,
      ...(state !== undefined && { state: JSON.stringify(state) }),
      due_at: dueAt({ nextAt, heldUntil, enabled }),
    })
    .where('id', '=', id)
    .where('epoch', '=', epoch)
    .execute();
}
