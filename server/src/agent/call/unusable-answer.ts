import { CopydeskError } from '@copydesk/contract';
import type { ModelAnswer } from './model-call.ts';

/** How many unusable answers in a row end the turn. */
const maximumUnusable = 3;

/** How many steps in a row may consist only of invalid calls. Each time, the model learns what is wrong. */
const maximumMisread = 5;

/** A model or provider that has refused will refuse again: one more attempt in other words is enough. */
const maximumRefused = 2;

/**
 * Returns what to say to a model whose answer neither calls a tool nor ends the turn; undefined when the answer is
 * usable. A text that was cut off or filtered is no ending: it would become the description of a pull request.
 */
export function correctionFor({ calls, text, finishReason, rawFinishReason }: ModelAnswer): string | undefined {
  if (calls.length > 0) return undefined;
  if (malformedCall.has(rawFinishReason ?? '')) {
    return 'Your tool call could not be read. Make it again, in the form that the tool asks for.';
  }
  if (finishReason === 'length') return 'Your answer was cut off because it was too long. Go on, in smaller steps.';
  if (finishReason === 'content-filter')
    return 'Your answer was withheld by a filter. Go on another way, or say why not.';
  if (brokenOff.has(finishReason) || pausedReasons.has(rawFinishReason ?? '')) return 'Your answer broke off. Go on.';
  return text.trim() === '' ? 'Your answer was empty. Go on, or say in a few sentences what you did.' : undefined;
}

/** Google's names for a call that it could not parse (https://ai.google.dev/api/generate-content#FinishReason). */
const malformedCall = new Set(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'MALFORMED_RESPONSE']);

/** `other`: the provider stopped for a reason of its own, which is not that the answer is complete. */
const brokenOff = new Set(['error', 'interrupted', 'other']);

/**
 * Anthropic's name for a pause in a long answer, which is no end
 * (https://docs.claude.com/en/api/handling-stop-reasons).
 */
const pausedReasons = new Set(['pause_turn']);

/** Returns the error for a turn whose model gave this many unusable answers in a row; undefined while it may go on. */
export function refusalOf(answer: ModelAnswer, unusable: number, model: string): CopydeskError | undefined {
  const { finishReason, calls } = answer;
  if (finishReason === 'content-filter') return unusable < maximumRefused ? undefined : refusedError(answer, model);
  const isMisread = calls.length > 0;
  if (unusable < (isMisread ? maximumMisread : maximumUnusable)) return undefined;
  const how = isMisread ? 'no tool call could be understood' : (descriptions.get(finishReason) ?? 'it was empty');
  return new CopydeskError(
    'model_failed',
    `The model ${model} gave ${unusable} unusable answers in a row; the last one: ${how}. ` +
      'Rephrase the instruction, or use another model.',
    { retryable: !isMisread && mayPass.has(finishReason) },
  );
}

function refusedError({ text, rawFinishReason }: ModelAnswer, model: string): CopydeskError {
  const said = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  const words = said === '' ? '' : ` Its last words: "${said.slice(0, 200).toWellFormed()}".`;
  const reason = rawFinishReason === undefined ? '' : ` (${rawFinishReason.slice(0, 60)})`;
  return new CopydeskError(
    'model_refused',
    `The model ${model} refuses to continue, or a filter of its provider blocks its answer${reason}.${words} ` +
      'Rephrase the instruction, check whether its pages contain text that a filter may refuse, ' +
      'or use another model.',
  );
}

/** A provider that breaks off its answers may work again later. */
const mayPass = new Set(['error', 'interrupted', 'other']);

const descriptions = new Map([
  ['length', 'the end was cut off'],
  ['error', 'the provider reported an error'],
  ['interrupted', 'the end never came'],
  ['other', 'the provider ended it for a reason of its own'],
]);
