import { CopydeskError } from '@copydesk/contract';
import type { ModelAnswer } from './model-call.ts';

/** How many unusable answers in a row end the turn. */
const maximumUnusable = 3;

/**
 * What to say to a model whose answer neither calls a tool nor ends the turn; undefined when the answer serves.
 * A text that was cut off or filtered is no ending: it would become the description of a pull request.
 */
export function nudgeFor({ calls, text, finishReason }: ModelAnswer): string | undefined {
  if (calls.length > 0) return undefined;
  if (finishReason === 'length') return 'Your answer was cut off because it was too long. Go on, in smaller steps.';
  if (finishReason === 'content-filter')
    return 'Your answer was withheld by a filter. Go on another way, or say why not.';
  if (finishReason === 'error' || finishReason === 'interrupted') return 'Your answer broke off. Go on.';
  return text.trim() === '' ? 'Your answer was empty. Go on, or say in a few sentences what you did.' : undefined;
}

/** The error of a turn whose model answered without use so many times in a row; undefined while it may go on. */
export function refusalOf({ finishReason }: ModelAnswer, unusable: number, model: string): CopydeskError | undefined {
  if (unusable < maximumUnusable) return undefined;
  const how = descriptions.get(finishReason) ?? 'it was empty';
  return new CopydeskError(
    'model_failed',
    `The model ${model} gave ${unusable} answers in a row that were of no use; of the last, ${how}. ` +
      'Word the instruction differently, or use another model.',
    { retryable: mayPass.has(finishReason) },
  );
}

/** A provider that breaks its answers off may be well again later; what a filter withholds, it withholds again. */
const mayPass = new Set(['error', 'interrupted']);

const descriptions = new Map([
  ['length', 'the end was cut off'],
  ['content-filter', 'the text was withheld by a filter'],
  ['error', 'the provider reported an error'],
  ['interrupted', 'the end never came'],
]);
