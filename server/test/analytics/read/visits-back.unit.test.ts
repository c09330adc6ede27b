import { expect, test } from 'vitest';
import { visitsBack } from '../../../src/analytics/read/readers/visits-back.ts';

const reads = [
  { operator: 'OpenAI', purpose: 'assistant' as const, views: 30 },
  { operator: 'OpenAI', purpose: 'training' as const, views: 1_000 },
  { operator: 'Anthropic', purpose: 'assistant' as const, views: 12 },
  { operator: 'GeistHaus', purpose: 'assistant' as const, views: 99 },
];
const visits = [
  { operator: 'OpenAI', human: 3 },
  { operator: 'OpenAI', human: 1 },
  { operator: 'Perplexity', human: 5 },
  { operator: null, human: 70 },
];

test('only assistants, by operators whose hosts are known; null without visits', () => {
  expect(visitsBack(reads, visits)).toEqual([
    { operator: 'OpenAI', products: ['ChatGPT'], reads: 30, visits: 4, readsPerVisit: 7.5 },
    { operator: 'Anthropic', products: ['Claude'], reads: 12, visits: 0, readsPerVisit: null },
    { operator: 'Perplexity', products: ['Perplexity'], reads: 0, visits: 5, readsPerVisit: 0 },
  ]);
});

test('no ratio where not all visits are known', () => {
  expect(visitsBack(reads, visits, false).map(({ readsPerVisit }) => readsPerVisit)).toEqual([null, null, null]);
});
