import { expect, test } from 'vitest';
import { safeNext } from '../../src/pages/sign-in/next.ts';

test.each(['/', '/projects/prj_1/pulls/3?view=split#file-1', '/a%20b'])('goes on to %s', (next) => {
  expect(safeNext(next, '/else')).toBe(next);
});

test.each([
  undefined,
  '',
  'projects',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  'javascript:alert(1)',
])('does not go to %j', (next) => {
  expect(safeNext(next, '/else')).toBe('/else');
});
