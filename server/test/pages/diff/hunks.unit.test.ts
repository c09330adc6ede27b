import { expect, test } from 'vitest';
import { parseHunks } from '../../../src/pages/diff/hunks.ts';

test('reads hunks with their line numbers, sections and blocks', () => {
  const patch = ['@@ -1,3 +1,3 @@', ' a', '-b', '+B', ' c', '@@ -10,2 +10,3 @@ # Title', ' x', '+y', ' z', ''].join(
    '\n',
  );
  expect(parseHunks(patch)).toEqual([
    {
      oldStart: 1,
      newStart: 1,
      section: '',
      blocks: [
        { kind: 'context', lines: [{ text: 'a', number: 1, oldNumber: 1 }] },
        { kind: 'change', removed: [{ text: 'b', number: 2 }], added: [{ text: 'B', number: 2 }] },
        { kind: 'context', lines: [{ text: 'c', number: 3, oldNumber: 3 }] },
      ],
    },
    {
      oldStart: 10,
      newStart: 10,
      section: '# Title',
      blocks: [
        { kind: 'context', lines: [{ text: 'x', number: 10, oldNumber: 10 }] },
        { kind: 'change', removed: [], added: [{ text: 'y', number: 11 }] },
        { kind: 'context', lines: [{ text: 'z', number: 12, oldNumber: 11 }] },
      ],
    },
  ]);
});

test('lines that look like headers are content when they are marked as such', () => {
  const [hunk] = parseHunks('@@ -1 +1 @@\n--- a\n+++ b\n');
  expect(hunk?.blocks).toEqual([
    { kind: 'change', removed: [{ text: '-- a', number: 1 }], added: [{ text: '++ b', number: 1 }] },
  ]);
});

test('a last line without a line feed is marked', () => {
  const [hunk] = parseHunks('@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n');
  expect(hunk?.blocks).toEqual([
    { kind: 'change', removed: [{ text: 'a', number: 1, noNewline: true }], added: [{ text: 'a', number: 1 }] },
  ]);
});

test('carriage returns are shown if lines differ by them, not if all lines have them', () => {
  expect(parseHunks('@@ -1 +1 @@\n-a\r\n+b\r\n')[0]?.blocks).toMatchObject([
    { removed: [{ text: 'a' }], added: [{ text: 'b' }] },
  ]);
  expect(parseHunks('@@ -1 +1 @@\n-a\r\n+a\n')[0]?.blocks).toMatchObject([
    { removed: [{ text: 'a\r' }], added: [{ text: 'a' }] },
  ]);
});
