import { ProjectId } from '@copydesk/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newPersonId } from '../../src/people/identifiers.ts';
import { newKeyId, newProjectId } from '../../src/projects/identifiers.ts';
import { toBase62 } from '../../src/secrets/base62.ts';

test('ids have the form that the contract says', () => {
  expect(ProjectId.safeParse(newProjectId()).success).toBe(true);
  expect(newKeyId()).toMatch(/^key_[0-9A-Za-z]{22}$/);
  expect(newPersonId()).toMatch(/^per_[0-9A-Za-z]{22}$/);
});

test('no two ids are the same', () => {
  expect(new Set(Array.from({ length: 1_000 }, () => newProjectId())).size).toBe(1_000);
});

test('base62 keeps the order of 32-bit numbers', () => {
  const number = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  fc.assert(
    fc.property(number, number, (one, other) => {
      expect(toBase62(one, 6)).toHaveLength(6);
      expect(toBase62(one, 6) < toBase62(other, 6)).toBe(one < other);
    }),
  );
});
