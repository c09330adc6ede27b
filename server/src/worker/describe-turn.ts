import { isCopydeskError } from '@copydesk/contract';
import type { ModelMessage } from 'ai';
import type { ModelDescription } from '../agent/describe-answer.ts';
import { describeAgain, describeRequest, describingOf } from '../agent/describe.ts';
import type { Describing } from '../agent/describe.ts';
import { readOnly } from '../agent/read-only.ts';
import { runTurn } from '../agent/turn.ts';
import type { TurnBudget, TurnOptions } from '../agent/turn.ts';
import type { LeasedJob } from '../jobs/lease.ts';
import { isDatabaseUnavailable } from '../postgres/database.ts';
import { describeMaterial } from './describe-material.ts';
import type { DeliveryWork } from './delivery-work.ts';
import type { PreparedTurn } from './turn.ts';

/** What the description of a turn is made with. */
export interface DescribeTurn {
  work: DeliveryWork;
  /** What the agent's steps are run with; the describing goes on in their conversation. */
  options: Omit<TurnOptions, 'history' | 'nudge'>;
  /** The conversation of this turn alone, as it stands when it is asked. */
  conversation: () => readonly ModelMessage[];
  /** The conversation of the whole job. */
  history: () => ModelMessage[];
}

/** How many model calls one request may take: the model may look something up, though it is asked not to. */
const callsOfRequest = 3;

/**
 * Has the model describe the change for reviewers, in steps like all others. Messages that come meanwhile wait for the
 * turn that follows the delivery; nothing can be edited, since the checks are over.
 *
 * @returns undefined when there is nothing to describe, when the model does not describe, or cannot: a change is
 * delivered without its description rather than not at all.
 * @throws CopydeskError `lease_lost`, `draining`, `database_unavailable`; `model_failed` that may pass, a few times.
 */
export async function describeTurn(describe: DescribeTurn): Promise<ModelDescription | undefined> {
  const { work, options } = describe;
  const { turn, services, job } = work;
  if (!options.model.describesChanges || turn.tree.changes().length === 0) return undefined;
  try {
    return await askUntilDescribed(describe);
  } catch (error) {
    if (isForTheJob(error, work)) throw error;
    services.log.warn({ job: job.id, err: error }, 'the change is delivered without a description of its own');
    return undefined;
  }
}

/** How far the description of the turn's tree has come, in an earlier run of the turn or in this one. */
export function describingOfTurn(turn: PreparedTurn, conversation: readonly ModelMessage[]): Describing | undefined {
  return describingOf(conversation, turn.tree.id());
}

async function askUntilDescribed(describe: DescribeTurn): Promise<ModelDescription | undefined> {
  const { work, conversation } = describe;
  for (;;) {
    const far = describingOfTurn(work.turn, conversation());
    if (far?.description !== undefined) return far.description;
    if (far?.mayAsk === false) return undefined;
    await ask(describe, far === undefined ? describeRequest(await describeMaterial(work)) : describeAgain());
  }
}

async function ask({ options, history }: DescribeTurn, request: string): Promise<void> {
  const { journal, budget, tree } = options;
  await runTurn({
    ...options,
    tree: readOnly(tree),
    // What people say now is about the work, not about its description.
    journal: { record: (step) => journal.record(step), takeMessages: () => Promise.resolve([]) },
    budget: atMost(callsOfRequest, budget),
    history: [...history()],
    nudge: request,
  });
}

function atMost(calls: number, budget: TurnBudget): TurnBudget {
  let made = 0;
  return {
    check() {
      if (made >= calls) throw new Error(`The model made ${calls} calls and did not describe its change`);
      made += 1;
      budget.check();
    },
    use: (step) => budget.use(step),
  };
}

/** How often a job waits for a provider that is away when only the description is missing. */
const patientTries = 3;

/** Whether what went wrong says something about the job, and not of the description alone. */
function isForTheJob(error: unknown, { hold, job }: { hold: DeliveryWork['hold']; job: LeasedJob }): boolean {
  if (hold.signal.aborted || hold.ending.aborted || isDatabaseUnavailable(error)) return true;
  if (isCopydeskError(error, 'lease_lost') || isCopydeskError(error, 'draining')) return true;
  if (isCopydeskError(error, 'storage_full')) return true;
  return isCopydeskError(error, 'model_failed') && error.retryable && job.retries < patientTries;
}
