import { describe, expect, test } from 'vitest';
import { priceOf } from '../../../src/agent/models/prices.ts';
import { publishedPrices } from '../../../src/agent/models/published-prices.ts';

const none = new Map();
const day = (text: string): Date => new Date(`${text}T12:00:00Z`);

describe('the price of a model', () => {
  test('is the published one of the day', () => {
    const days = ['2026-10-06', '2026-10-07', '2026-11-21'].map(day);
    const cached = days.map((at) => priceOf('anthropic/claude-sonnet-5-5', at, none)?.cachedInput);
    expect(cached).toEqual([0.2, 0.1, 0.1]);
  });

  test('before the first known price is the first one', () => {
    expect(priceOf('anthropic/claude-haiku-5-5', day('2025-01-01'), none)).toMatchObject({ input: 0.1 });
  });

  test.each(['anthropic/claude-sonnet-4-5-20250929', 'openai/gpt-4.1-2025-04-14', 'google/gemini-2.5-pro-latest'])(
    'of the dated release %s is that of its model',
    (name) => {
      expect(priceOf(name, day('2026-11-21'), none)).toEqual(
        priceOf(name.replace(/-(\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, ''), day('2026-11-21'), none),
      );
    },
  );

  test.each(['anthropic/claude-unheard-of', 'compatible/llama3', 'openai/gpt-4.1-mini-tuned', 'openai/gpt'])(
    'of %s is unknown',
    (name) => {
      expect(priceOf(name, day('2026-11-21'), none)).toBeUndefined();
    },
  );

  test('that is built in is zero', () => {
    expect(priceOf('builtin/copyeditor', day('2026-11-21'), none)).toMatchObject({ input: 0, output: 0 });
  });

  test('is the operator’s setting, whatever was published', () => {
    const reported = new Map([
      ['openai/gpt-5', { input: 1, output: 2 }],
      ['compatible/llama3', { input: 0.5, output: 1, cachedInput: 0.1, cacheWrite: 0.7 }],
    ]);
    expect(priceOf('openai/gpt-5', day('2026-11-21'), reported)).toEqual({
      from: '1970-01-01',
      input: 1,
      cachedInput: 1,
      cacheWrite: 1,
      output: 2,
      long: null,
      source: 'COPYDESK_MODEL_PRICES',
    });
    expect(priceOf('compatible/llama3', day('2026-11-21'), reported)).toMatchObject({
      cachedInput: 0.1,
      cacheWrite: 0.7,
    });
  });
});

test.each([...publishedPrices])(
  'the prices of %s follow each other in time, and reading a cache never costs more',
  (_, prices) => {
    const days = prices.map(({ from }) => from);
    expect(days).toEqual([...new Set(days)].sort());
    for (const price of prices) {
      for (const rates of [price, price.long ?? price]) {
        expect(rates.cachedInput).toBeLessThan(rates.input);
        expect(rates.cacheWrite).toBeGreaterThanOrEqual(rates.input);
        expect(rates.output).toBeGreaterThan(rates.input);
      }
      expect(price.source).toMatch(/^https:\/\//);
    }
  },
);
