import { expect, test } from 'vitest';
import { entries } from '../../../src/pages/jobs/step/entries.ts';

const usage = (inputTokens: number, outputTokens: number) => ({
  inputTokens,
  outputTokens,
  cachedInputTokens: null,
  cacheWriteTokens: null,
});

test('a step shows the tokens of the helper with its name, and the costs of both models', () => {
  const small = 'compatible/<b>';
  const helperCalls = [
    { model: small, usage: usage(2_000, 10) },
    { model: small, usage: usage(3_000, 20) },
  ];
  const data = { step: 1, messages: [], text: '', tools: [], changedFiles: [], usage: usage(40, 5), helperCalls };
  const at = '2026-01-01T00:00:00.000Z';
  const price = {
    from: '2025-01-01',
    input: 1,
    cachedInput: 1,
    cacheWrite: 1,
    output: 1,
    long: null,
    source: 'a page',
  };
  const prices = (model: string) => (model === small ? { ...price, input: 1_000 } : price);
  const context = { address: '/x', model: 'acme/large', prices, now: new Date(at) };
  const [entry] = entries([{ sequence: 1, type: 'step', at, data }], context);
  expect(entry?.markup).toContain('Tokens read and written">40 → 5</span>');
  expect(entry?.markup).toContain('compatible/&lt;b&gt; 5,000 → 30</span>');
  expect(entry?.markup).toContain('$5.00');
});
