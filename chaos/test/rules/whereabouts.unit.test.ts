import { expect, test } from 'vitest';
import { brokenWhereabouts } from '../../src/rules/whereabouts.ts';

test('a job of a repository on a disk may be worked on only by the machine that has it', () => {
  expect(brokenWhereabouts('docs-1', [])).toEqual([]);
  expect(brokenWhereabouts('docs-1', ['docs-1'])).toEqual([]);
  expect(brokenWhereabouts('docs-1', ['docs-1', 'docs-2'])).toEqual([expect.stringContaining('docs-2 has worked')]);
});

test('a job of a repository at the git host may be worked on by any machine', () => {
  expect(brokenWhereabouts(undefined, ['docs-1', 'docs-2'])).toEqual([]);
});
