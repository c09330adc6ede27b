import type { FileDiff } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { fileLimits, pageLimits, showingOf } from '../../src/pages/pull-requests/files.ts';

const file = (lines: number, width = 20): FileDiff => ({
  path: 'docs/a.md',
  oldPath: null,
  change: 'modified',
  binary: false,
  additions: lines,
  deletions: 0,
  patch: Array.from({ length: lines }, () => `+${'x'.repeat(width - 1)}`).join('\n'),
});

test('a page starts with the files that have room, and loads the others later', () => {
  expect(showingOf([file(200), file(90), file(90), file(10)], pageLimits)).toEqual(['now', 'now', 'later', 'now']);
  expect(
    showingOf(
      Array.from({ length: 15 }, () => file(1)),
      pageLimits,
    ).slice(11),
  ).toEqual(['now', 'later', 'later', 'later']);
});

test('the first file is shown even if it is long', () => {
  expect(showingOf([file(500), file(10)], pageLimits)).toEqual(['now', 'later']);
  expect(showingOf([file(2_000), file(10)], pageLimits)).toEqual(['later', 'now']);
  expect(showingOf([file(3_000)], pageLimits)).toEqual(['alone']);
  expect(showingOf([file(3_000)], fileLimits)).toEqual(['now']);
});

test('one line of a megabyte counts as the many lines that it fills', () => {
  expect(showingOf([file(1, 1_100_000)], pageLimits)).toEqual(['alone']);
  expect(showingOf([file(1, 200_000), file(1)], pageLimits)).toEqual(['now', 'later']);
});
