import { expect, test } from 'vitest';
import { openMemory } from '../../src/style-check/memory.ts';
import type { StyleFinding } from '../../src/style-check/tree.ts';

const finding: StyleFinding = { rule: 'vale/Acme.Words', severity: 'error', path: 'a.md', line: 1, message: '' };

test('remembers two thousand pages, the newest', () => {
  const memory = openMemory();
  for (let page = 0; page < 2_001; page += 1) memory.set(`page ${page}`, [finding]);
  expect(memory.get('page 0')).toBeUndefined();
  expect(memory.get('page 1')).toEqual([finding]);
});

test('remembers so many findings, in however few pages they are', () => {
  const memory = openMemory();
  const many = Array.from({ length: 9_000 }, () => finding);
  for (const page of ['a', 'b', 'a', 'b']) memory.set(page, many);
  expect([memory.get('a'), memory.get('b')]).toEqual([many, many]);
  memory.set('c', many);
  expect(memory.get('a')).toBeUndefined();
  expect(memory.get('b')).toBe(many);
  memory.set(
    'd',
    Array.from({ length: 30_000 }, () => finding),
  );
  expect(['b', 'c', 'd'].map((page) => memory.get(page))).toEqual([undefined, undefined, undefined]);
});
