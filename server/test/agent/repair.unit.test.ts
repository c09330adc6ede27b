import { expect, test } from 'vitest';
import { formatProblem } from '../../src/agent/review/repair.ts';

test('a problem is one line that can be stored, whatever the page contains', () => {
  const problem = {
    rule: 'link',
    severity: 'error',
    path: 'a\nb.md',
    line: 3,
    message: 'no page\0 "\ud83d"\r\nthere',
  } as const;
  expect(formatProblem({ ...problem, subject: 'x\0' })).toBe(
    'a b.md:3 error link: no page  "\ufffd" there | subject: "x\\u0000"',
  );
});
