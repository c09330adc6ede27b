import { expect, test } from 'vitest';
import { releasedRules } from '../../../src/analytics/classify/rules/rules.ts';
import { aiProductOf, aiProducts } from '../../../src/analytics/read/readers/ai-products.ts';

test.each([
  ['chatgpt.com', 'ChatGPT', 'OpenAI'],
  ['chat.openai.com', 'ChatGPT', 'OpenAI'],
  ['www.perplexity.ai', 'Perplexity', 'Perplexity'],
  ['Gemini.Google.com', 'Gemini', 'Google'],
  ['copilot.microsoft.com', 'Copilot', 'Microsoft'],
])('%s is of %s', (host, product, operator) => {
  expect(aiProductOf(host)).toMatchObject({ product, operator });
});

test.each([
  'google.com',
  'www.google.com',
  'notchatgpt.com',
  'chatgpt.com.example',
  'openai.com',
  'x.com',
  '(other)',
  '',
])('%s is of none', (host) => {
  expect(aiProductOf(host)).toBeUndefined();
});

test('operators have the same names as in the reader rules', () => {
  const known = new Set(releasedRules().named.map(({ operator }) => operator));
  const unknown = aiProducts.map(({ operator }) => operator).filter((operator) => !known.has(operator));
  // No reader with its own name is known for these.
  expect(unknown).toEqual(['Proton', 'Jasper', 'Genspark', 'Manus']);
});

test('each host belongs to one product, is written as it is matched, and has a source and a date', () => {
  const hosts = aiProducts.flatMap((product) => product.hosts);
  expect(new Set(hosts).size).toBe(hosts.length);
  for (const { source, date, ...product } of aiProducts) {
    for (const host of product.hosts) expect(host).toMatch(/^[a-z\d.-]+\.[a-z]+$/);
    expect(URL.canParse(source)).toBe(true);
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
  }
});
