import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pairLines } from '../../../src/pages/diff/pair-lines.ts';

const lines = (texts: string[]) => texts.map((text, index) => ({ text, number: index + 1 }));
const show = (removed: string[], added: string[]) =>
  pairLines(lines(removed), lines(added)).map((pair) => [pair.removed?.text ?? null, pair.added?.text ?? null]);

test('a line is shown beside its new version, however many were added before it', () => {
  expect(show(['Run the old command.'], ['A new line.', 'Another one.', 'Run the new command.'])).toEqual([
    [null, 'A new line.'],
    [null, 'Another one.'],
    ['Run the old command.', 'Run the new command.'],
  ]);
});

test('equal numbers of removed and added lines are shown side by side', () => {
  expect(show(['a', 'b'], ['c', 'd'])).toEqual([
    ['a', 'c'],
    ['b', 'd'],
  ]);
});

test('every line appears once and in order', () => {
  const texts = fc.array(fc.constantFrom('a b c', 'a b d', 'x y', '', 'x z y'), { maxLength: 40 });
  fc.assert(
    fc.property(texts, texts, (removed, added) => {
      const pairs = show(removed, added);
      expect(pairs.flatMap(([old]) => (old === null ? [] : [old]))).toEqual(removed);
      expect(pairs.flatMap(([, text]) => (text === null ? [] : [text]))).toEqual(added);
    }),
  );
});
