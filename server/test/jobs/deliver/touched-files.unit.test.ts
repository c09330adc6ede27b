import type { TouchedFile } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { combine } from '../../../src/jobs/deliver/touched-files.ts';

const touched = (file: string, change: TouchedFile['change'], movedTo: string | null = null): TouchedFile => ({
  file,
  change,
  movedTo,
  pages: [`/${file}`],
  linkedFrom: null,
});

const combined = (...files: TouchedFile[]): string[] =>
  combine(files).map(({ file, change, movedTo }) => [file, change, movedTo].filter((part) => part !== null).join(' '));

test('several deliveries of a pull request are reported as one change of each file', () => {
  expect(combined(touched('a', 'changed'), touched('a', 'changed'))).toEqual(['a changed']);
  expect(combined(touched('a', 'changed'), touched('a', 'removed'))).toEqual(['a removed']);
  expect(combined(touched('a', 'removed'), touched('a', 'added'))).toEqual(['a changed']);
  expect(combined(touched('a', 'added'), touched('a', 'changed'))).toEqual(['a added']);
  expect(combined(touched('a', 'added'), touched('a', 'removed'))).toEqual([]);
  expect(combined(touched('a', 'added'), touched('a', 'moved', 'b'))).toEqual(['b added']);
});

test('a moved file is followed under its new path', () => {
  expect(combined(touched('a', 'moved', 'b'), touched('b', 'changed'))).toEqual(['a moved b']);
  expect(combined(touched('a', 'moved', 'b'), touched('b', 'moved', 'c'))).toEqual(['a moved c']);
  expect(combined(touched('a', 'moved', 'b'), touched('b', 'moved', 'a'))).toEqual(['a changed']);
  expect(combined(touched('a', 'moved', 'b'), touched('b', 'removed'))).toEqual(['a removed']);
  expect(combined(touched('a', 'moved', 'b'), touched('a', 'added'))).toEqual(['a moved b', 'a added']);
});

test('a moved file keeps the page addresses that readers know', () => {
  expect(combine([touched('a', 'moved', 'b'), touched('b', 'changed')])[0]?.pages).toEqual(['/a']);
});
