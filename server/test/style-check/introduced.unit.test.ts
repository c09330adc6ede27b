import { expect, test } from 'vitest';
import { newFindings } from '../../src/style-check/introduced.ts';
import type { StyleFinding } from '../../src/style-check/tree.ts';

function very(path: string, line: number): StyleFinding {
  return { rule: 'vale/Acme.Words', severity: 'warning', path, line, message: "Avoid 'very'.", subject: 'very' };
}

test('a finding that moved to another line is not new, and an additional one is', () => {
  expect(newFindings([very('a.md', 9)], [very('a.md', 1)])).toEqual([]);
  expect(newFindings([very('a.md', 1), very('a.md', 9)], [very('a.md', 1)])).toEqual([very('a.md', 9)]);
});

test('text that moves to another page keeps its findings', () => {
  expect(newFindings([very('b.md', 3)], [very('a.md', 1)])).toEqual([]);
  expect(newFindings([very('a.md', 1), very('b.md', 3)], [very('a.md', 1)])).toEqual([very('b.md', 3)]);
});
