import { describe, expect, test } from 'vitest';
import type { ModelPrice } from '@copydesk/contract';
import type { StepRecord } from '../../../src/agent/turn.ts';
import type { Budget, DaySpent } from '../../../src/jobs/usage/usage.ts';
import { countDown } from '../../../src/worker/run/budget.ts';

const day = new Date('2026-01-01T00:00:00Z');
const nothing: DaySpent = {
  model: 'acme/large',
  day,
  isLong: false,
  steps: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  seconds: 0,
};
const unlimited: Budget = { steps: null, tokens: null, usd: null, minutes: null };

function open(budget: Partial<Budget>, options: { price?: ModelPrice; present?: Partial<DaySpent> } = {}) {
  const present = [{ ...nothing, ...options.present }];
  const spending = { model: 'acme/large', whole: present, present, budget: { ...unlimited, ...budget } };
  return countDown(spending, () => options.price, { now: day });
}

/** A step of a minute that read 1,000 tokens and wrote 500. */
const step: StepRecord = {
  messagesRead: [],
  messages: [],
  text: '',
  tools: [],
  usage: { inputTokens: 1_000, outputTokens: 500, cachedInputTokens: null, cacheWriteTokens: null },
  finishReason: 'tool-calls',
  startedAt: new Date('2026-01-01T00:00:00Z'),
  finishedAt: new Date('2026-01-01T00:01:00Z'),
};

/** Returns how many steps the budget allows, and what it says when they are used up. */
function exhaust(budget: ReturnType<typeof open>): { steps: number; says: unknown } {
  for (let steps = 0; steps < 100; steps += 1) {
    try {
      budget.check();
    } catch (says) {
      return { steps, says };
    }
    budget.use(step);
  }
  return { steps: 100, says: undefined };
}

const price = {
  from: '2025-01-01',
  input: 2,
  cachedInput: 0.2,
  cacheWrite: 2.5,
  output: 4,
  long: null,
  source: 'a page',
};

const withSmall = (model: string) => (model === 'acme/small' ? { ...price, input: 0.2, output: 0.4 } : price);
const ofLarge = (model: string) => (model === 'acme/large' ? price : undefined);

describe('the budget of a job', () => {
  test.each([
    [{ steps: 3 }, 3, 'has used 3 steps, and its budget is 3 steps'],
    [{ tokens: 4_000 }, 3, 'has used 4,500 tokens, and its budget is 4,000 tokens'],
    [{ usd: 0.009 }, 3, 'has used 0.0120 US dollars, and its budget is 0.0090 US dollars'],
    [{ minutes: 2 }, 2, 'has used 2 minutes of work'],
    [{ steps: 5, minutes: 2 }, 2, 'minutes'],
  ])('%o ends after %i steps', (budget, steps, words) => {
    const end = exhaust(open(budget, { price }));
    expect(end).toEqual({ steps, says: expect.objectContaining({ code: 'limit_reached', retryable: true }) });
    expect(end.says).toMatchObject({ message: expect.stringContaining(words) });
    expect(end.says).toMatchObject({ message: expect.stringMatching(/send a message, .* --budget-/) });
  });

  test('continues counting from the journal', () => {
    expect(exhaust(open({ steps: 3 }, { present: { steps: 2 } })).steps).toBe(1);
    expect(exhaust(open({ tokens: 4_000 }, { present: { inputTokens: 3_000 } })).steps).toBe(1);
  });

  test('counts the calls of a helper at their own price, including those of a step that is not recorded yet', () => {
    const call = { model: 'acme/small', usage: step.usage };
    const spending = { model: 'acme/large', whole: [], present: [], budget: { ...unlimited, usd: 0.0045 } };
    const budget = countDown(spending, withSmall, { now: day, helper: 'acme/small' });
    budget.use({ ...step, helperCalls: [call] });
    expect(() => budget.check()).not.toThrow();
    expect(() => budget.check([call])).toThrow('has used 0.0048 US dollars');
  });

  test('without limits never ends', () => {
    expect(exhaust(open({}))).toEqual({ steps: 100, says: undefined });
  });

  test('counts zero for usage that a model does not report', () => {
    const budget = open({ tokens: 1_500 });
    budget.use({
      ...step,
      usage: { inputTokens: null, outputTokens: null, cachedInputTokens: null, cacheWriteTokens: null },
    });
    expect(() => budget.check()).not.toThrow();
  });

  test('in dollars needs the price of a helper, too', () => {
    const spending = { model: 'acme/large', whole: [], present: [], budget: { ...unlimited, usd: 2 } };
    expect(() => countDown(spending, ofLarge, { now: day, helper: 'acme/small' })).toThrow(
      /acme\/small .*COPYDESK_MODEL_PRICES/,
    );
  });

  test('in dollars needs a price, and says so before the first step', () => {
    expect(() => open({ usd: 2 })).toThrow(
      expect.objectContaining({
        code: 'model_not_configured',
        message: expect.stringMatching(/2\.00 US dollars.* acme\/large .*COPYDESK_MODEL_PRICES/),
      }),
    );
  });
});
