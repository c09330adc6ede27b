import { expect, test } from 'vitest';
import { openFindingsCache } from '../../src/style-check/findings-cache.ts';
import type { StyleFinding } from '../../src/style-check/tree.ts';

const finding: StyleFinding = { rule: 'vale/Acme.Words', severity: 'error', path: 'a.md', line: 1, message: '' };

test('keeps the newest two thousand pages', () => {
  const cache = openFindingsCache();
  for (let page = 0; page < 2_001; page += 1) cache.set(`page ${page}`, [finding]);
  expect(cache.get('page 0')).toBeUndefined();
  expect(cache.get('page 1')).toEqual([finding]);
});

test('keeps at most 20,000 findings, even of few pages', () => {
  const cache = openFindingsCache();
  const many = Array.from({ length: 9_000 }, () => finding);
  for (const page of ['a', 'b', 'a', 'b']) cache.set(page, many);
  expect([cache.get('a'), cache.get('b')]).toEqual([many, many]);
  cache.set('c', many);
  expect(cache.get('a')).toBeUndefined();
  expect(cache.get('b')).toBe(many);
  cache.set(
    'd',
    Array.from({ length: 30_000 }, () => finding),
  );
  // A page with more than that is not kept, and drops none of the others.
  expect(['b', 'c', 'd'].map((page) => cache.get(page))).toEqual([many, many, undefined]);
});
