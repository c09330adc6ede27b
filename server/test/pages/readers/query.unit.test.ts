import { expect, test } from 'vitest';
import { readQuery } from '../../../src/pages/readers/query.ts';

test('a path without a slash gets one, and that is reported', () => {
  const { path, wrong } = readQuery({ path: 'user-guide' });
  expect([path, wrong]).toEqual(['/user-guide', 'Paths begin with a slash: it was put before “user-guide”.']);
});

test.each([{ path: '/user-guide' }, { path: ' ' }, {}])('%j is read without an error', (query) => {
  expect(readQuery(query).wrong).toBeUndefined();
});
