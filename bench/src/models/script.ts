import { markedSentence, pagePath } from '../support/generate-site.ts';
import { answerEvents } from './answer-events.ts';
import type { AnswerEvents, ModelAnswer } from './answer-events.ts';

/** How many steps a job has: reads, some changes, and the closing text. */
export const jobSteps = 40;

/**
 * Returns the model's answer to a conversation. Each answer contains the number of its step, by which the next one is
 * recognised, so that any number of jobs can be answered at once.
 */
export function answerFor(body: string, isStep: boolean): { step: number | undefined; events: AnswerEvents } {
  if (!isStep)
    return { step: undefined, events: answerEvents({ words: 'Move the markers of some pages' }, 0, body.length) };
  const step = Math.max(0, ...[...body.matchAll(/"Step (\d+) of/g)].map(([, number]) => Number(number))) + 1;
  const answer =
    step < jobSteps
      ? { words: `Step ${step} of the work.`, calls: [callOf(step)] }
      : { words: 'Moved the markers of the pages that were read.' };
  return { step, events: answerEvents(answer, step, body.length) };
}

/** Returns the answers of one job, in their order. The last one is repeated when more is requested. */
export function answerByScript(
  body: string,
  asked: number,
  script: readonly ModelAnswer[],
): { step: number; events: AnswerEvents } {
  const answer = script[Math.min(asked, script.length - 1)] ?? { words: 'There is no script.' };
  return { step: asked + 1, events: answerEvents(answer, asked + 1, body.length) };
}

/** Reads three pages, and then changes the last of them. */
function callOf(step: number): { tool: string; input: object } {
  const page = step % 4 === 0 ? step - 1 : step;
  const path = pagePath(page);
  if (step % 4 !== 0) return { tool: 'read_file', input: { path } };
  const edits = [{ old: markedSentence(page), new: `The marker of page ${page} was moved.` }];
  return { tool: 'edit_file', input: { path, edits } };
}
