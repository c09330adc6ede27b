import { expect, test } from 'vitest';
import { checkHelp } from '../../src/simulate/invariants/help.ts';
import type { JobHistory } from '../../src/simulate/world/observation.ts';

const call = (number: number) => ({
  model: 'simulated/helper',
  usage: { inputTokens: number, outputTokens: 1, cachedInputTokens: 0, cacheWriteTokens: 0 },
});

/** Checks a job whose steps contain answers of its helper, and whose transcript has some of them. */
function looked(stored: number[], { helperAnswers = stored.length, disturbedRuns = 0, shown = stored } = {}) {
  const steps: JobHistory['steps'] = stored.map((number, index) => ({
    number: index + 1,
    turn: 1,
    messages: [],
    helper_calls: [call(number)],
  }));
  const events: JobHistory['events'] = shown.map((number, index) => ({
    sequence: index + 1,
    type: 'step',
    data: { helperCalls: [call(number)] },
  }));
  return () => checkHelp({ number: 0, helperAnswers, disturbedRuns }, { steps, events });
}

test('each answer of the helper is stored once, except one in a disturbed run', () => {
  expect(looked([1, 2])).not.toThrow();
  expect(looked([2], { helperAnswers: 2, disturbedRuns: 1 })).not.toThrow();
});

test.each<[string, () => void, RegExp]>([
  ['one that is stored twice', looked([1, 1]), /stores the answers 1, 1 of its helper, which gave 2/],
  ['one that was never given', looked([3], { helperAnswers: 2, disturbedRuns: 1 }), /stores the answers 3/],
  ['one that is lost', looked([1], { helperAnswers: 2 }), /lost 1 answers of its helper, with 0 disturbed runs/],
  ['one that the transcript does not show', looked([1, 2], { shown: [1] }), /the transcript of job 0 shows/],
])('%s is seen', (_, look, violated) => {
  expect(look).toThrow(violated);
});
