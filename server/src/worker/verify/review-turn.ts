import { isCopydeskError } from '@copydesk/contract';
import type { ModelMessage, UserModelMessage } from 'ai';
import { endingOf } from '../../agent/review/ending.ts';
import type { Problem } from '../../agent/ports.ts';
import { readOnly } from '../../agent/read-only.ts';
import { formRequest, reviewRequest } from '../../agent/review/review.ts';
import { nextReview, reviewingOf } from '../../agent/review/reviewing.ts';
import { runTurn } from '../../agent/turn.ts';
import type { TurnBudget, TurnOptions } from '../../agent/turn.ts';
import type { LeasedJob } from '../../jobs/claim/lease.ts';
import { isDatabaseUnavailable } from '../../postgres/database.ts';
import type { Project } from '../../projects/project.ts';
import type { DeliveryWork } from '../deliver/delivery-work.ts';
import { describeByHelper } from '../describe/helper-description.ts';
import { reviewMaterial } from './review-material.ts';

/** What a turn's change is reviewed with, after the checks passed. */
export interface ReviewTurn {
  work: DeliveryWork;
  project: Project;
  /** The options of the agent's steps. The review continues in their conversation. */
  options: Omit<TurnOptions, 'history' | 'firstMessage'>;
  warnings: readonly Problem[];
  /** Returns the conversation of this turn alone, as it is at the time of the call. */
  conversation: () => readonly ModelMessage[];
  /** Returns the conversation of the whole job. */
  history: () => ModelMessage[];
}

/**
 * How many model calls a request for the form may take. The model may look something up, although it is asked not to.
 */
const callsOfForm = 3;

/**
 * Shows the model its change, so that it fixes it or finishes with its description for reviewers, in ordinary steps.
 * Messages that come meanwhile wait for the turn after the delivery.
 *
 * @returns `changed` when it has fixed something: then the checks come first. `done` also when there is nothing to
 *   review, or when the model does not or cannot review: a change without a description is better delivered than not.
 * @throws CopydeskError `lease_lost`, `draining`, `database_unavailable`; `model_failed` that may pass, a few times;
 *   and what ends a turn, when it came while the model was fixing something.
 */
export async function reviewTurn(review: ReviewTurn): Promise<'changed' | 'done'> {
  const { work, options } = review;
  const { turn, services, job } = work;
  if (!options.model.describesChanges || turn.tree.changes().length === 0) return 'done';
  const passed = turn.tree.id();
  try {
    return await askUntilReviewed(review, passed);
  } catch (error) {
    if (isForTheJob(error, work) || turn.tree.id() !== passed) throw error;
    services.log.warn({ job: job.id, err: error }, 'the change is delivered without a description of its own');
    return 'done';
  }
}

async function askUntilReviewed(review: ReviewTurn, passed: string): Promise<'changed' | 'done'> {
  const { work, options, conversation } = review;
  for (;;) {
    if (work.turn.tree.id() !== passed) return 'changed';
    const next = nextReview(reviewingOf(conversation()), passed);
    if (next === 'done') return 'done';
    if (next === 'review') await askReviewer(review, options, await requestOf(review));
    else if (!(await describeByHelper(review, passed)))
      await askReviewer(review, withoutEdits(options), formRequest(passed));
  }
}

async function requestOf({ work, project, warnings, conversation }: ReviewTurn): Promise<UserModelMessage> {
  const { shown, description, closing } = reviewingOf(conversation());
  await work.services.onFaultPoint?.('review-due', work.job.id);
  return reviewRequest(await reviewMaterial(work, project), {
    warnings,
    isDescribed: description !== undefined,
    isFirst: shown === 0,
    unfit: endingOf(closing)?.label,
  });
}

async function askReviewer(
  { history }: ReviewTurn,
  options: ReviewTurn['options'],
  firstMessage: UserModelMessage,
): Promise<void> {
  const { journal } = options;
  await runTurn({
    ...options,
    // What people say now is about work that has already passed the checks.
    journal: { record: (step) => journal.record(step), takeMessages: () => Promise.resolve([]) },
    history: [...history()],
    firstMessage,
  });
}

/** The change was reviewed: only its description is missing. */
function withoutEdits(options: ReviewTurn['options']): ReviewTurn['options'] {
  return { ...options, tree: readOnly(options.tree), budget: limitCalls(callsOfForm, options.budget) };
}

function limitCalls(calls: number, budget: TurnBudget): TurnBudget {
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

/** How often a job waits for an unavailable provider when only the review is missing. */
const patientTries = 3;

/** Whether an error concerns the job, and not only the description. */
function isForTheJob(error: unknown, { hold, job }: { hold: DeliveryWork['hold']; job: LeasedJob }): boolean {
  if (hold.signal.aborted || hold.ending.aborted || isDatabaseUnavailable(error)) return true;
  if (isCopydeskError(error, 'lease_lost') || isCopydeskError(error, 'draining')) return true;
  if (isCopydeskError(error, 'storage_full')) return true;
  return isCopydeskError(error, 'model_failed') && error.retryable && job.retries < patientTries;
}
