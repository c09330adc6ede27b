import { isCopydeskError } from '@copydesk/contract';
import type { ModelMessage } from 'ai';
import { descriptionMessages, describeQuestion, isDescribed } from '../../agent/review/describe-question.ts';
import type { Helper } from '../../agent/ports.ts';
import { reviewingOf } from '../../agent/review/reviewing.ts';
import type { TurnOptions } from '../../agent/turn.ts';
import { readPrompts } from '../../jobs/request/prompts.ts';
import type { Project } from '../../projects/project.ts';
import type { DeliveryWork } from '../deliver/delivery-work.ts';
import { helperStep } from '../run/helper-step.ts';
import { reviewMaterial } from '../verify/review-material.ts';
import { whileHeld } from '../claim/while-held.ts';

/** A turn whose change is being reviewed and has no description for reviewers yet. */
export interface UndescribedTurn {
  work: DeliveryWork;
  project: Project;
  options: Pick<TurnOptions, 'helper' | 'journal' | 'budget' | 'now' | 'instructions'>;
  /** The conversation of this turn alone. */
  conversation: () => readonly ModelMessage[];
}

/**
 * Lets the helper model describe the turn's change, in a step of its own.
 *
 * @returns whether it did. When it fails or answers in another form, the main model is asked.
 * @throws CopydeskError `lease_lost`, `draining`, `database_unavailable`, `repository_*`.
 */
export async function describeByHelper(review: UndescribedTurn, treeId: string): Promise<boolean> {
  const { helper, journal, budget, now } = review.options;
  if (helper === undefined) return false;
  const startedAt = now();
  const answer = await askHelper(review, helper);
  const messages = answer === undefined ? [] : descriptionMessages(helper.name, answer, treeId);
  const step = helperStep(helper, { startedAt, now, messages, text: answer });
  if (step === undefined) return false;
  await journal.record(step);
  budget.use(step);
  return answer !== undefined;
}

async function askHelper(
  { work, project, options, conversation }: UndescribedTurn,
  helper: Helper,
): Promise<string | undefined> {
  const { services, job, hold } = work;
  const question = describeQuestion(await reviewMaterial(work, project), {
    prompts: await whileHeld(hold, () => readPrompts(services.db, job.id)),
    closing: reviewingOf(conversation()).closing,
    style: options.instructions.forReviewers,
  });
  const complain = (error: unknown) =>
    services.log.warn({ job: job.id, err: error }, 'the helper did not describe the change');
  try {
    const answer = await helper.ask(question);
    if (isDescribed(answer)) return answer;
    complain(new Error(`The answer of ${helper.name} is not in the form that was asked for.`));
  } catch (error) {
    if (hold.signal.aborted || !isCopydeskError(error)) throw error;
    complain(error);
  }
  return undefined;
}
