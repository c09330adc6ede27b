import { expect, test } from 'vitest';
import { deletablePages, excessOf } from '../../src/mandate/change-limits.ts';

const limits = { refuseFilesOver: 20, refuseBytesOver: 1_000, refuseDeletedOver: 25 };
const none = { refuseFilesOver: null, refuseBytesOver: null, refuseDeletedOver: null };
const pages = () => 100;

test.each([
  [{ files: 21, bytes: 0, deleted: 0 }, 'changes 21 files, and the project allows 20 (refuseFilesOver)'],
  [
    { files: 1, bytes: 1_001, deleted: 0 },
    'writes 1,001 bytes, counting changed files whole, and the project allows 1,000 (refuseBytesOver)',
  ],
  [
    { files: 1, bytes: 0, deleted: 25.5 },
    'deletes the text of 25.5 pages, and the project allows 25 % of 100, and always 5 (refuseDeletedOver)',
  ],
])('%j is too large', (extent, says) => {
  expect(excessOf(limits, { ...extent, pages })).toBe(says);
  expect(excessOf(none, { ...extent, pages })).toBeUndefined();
});

test('a change exactly at the limits is accepted', () => {
  expect(excessOf(limits, { files: 20, bytes: 1_000, deleted: 25, pages })).toBeUndefined();
});

test('in small docs five pages may be deleted, in large docs a quarter', () => {
  expect([0, 3, 20, 24, 1_000].map((count) => deletablePages(limits, count))).toEqual([5, 5, 5, 6, 250]);
  expect(deletablePages(none, 1_000)).toBe(Infinity);
});

test('a change that is already too large accepts what does not make it larger', () => {
  const before = { files: 30, bytes: 2_000, deleted: 60 };
  expect(excessOf(limits, { ...before, pages }, before)).toBeUndefined();
  expect(excessOf(limits, { files: 29, bytes: 1_900, deleted: 59, pages }, before)).toBeUndefined();
  expect(excessOf(limits, { ...before, files: 31, pages }, before)).toContain('31 files');
  expect(excessOf(limits, { ...before, deleted: 61, pages }, before)).toContain('61 pages');
});
