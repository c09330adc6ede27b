import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareWords, newWordBudget } from '../../../src/pages/diff/words.ts';
import type { Segment } from '../../../src/pages/diff/words.ts';

const compare = (before: string, after: string) => compareWords(before, after, newWordBudget());

/** Shows changed pieces in brackets. */
const show = (segments: Segment[] | undefined) =>
  segments?.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('');

test('marks the words that differ', () => {
  const words = compare('The color of the button is grey.', 'The colour of the button is gray.');
  expect(show(words?.before)).toBe('The [color] of the button is [grey].');
  expect(show(words?.after)).toBe('The [colour] of the button is [gray].');
});

test('changed words beside each other are one mark', () => {
  const words = compare('Keep it. Click the old blue button to go on.', 'Keep it. Click the new red button to go on.');
  expect(show(words?.after)).toBe('Keep it. Click the [new red] button to go on.');
});

test('lines that have hardly anything in common get no marks', () => {
  expect(compare('The first sentence here.', 'Something else, entirely!')).toBeUndefined();
});

test('text beyond the budget is not compared', () => {
  const budget = { characters: 24 };
  expect(compareWords('One line.', 'One lime.', budget)).toBeDefined();
  expect(compareWords('One line.', 'One lime.', budget)).toBeUndefined();
});

test('the words of each line make up the whole line', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), fc.string({ maxLength: 60 }), (before, after) => {
      const words = compare(before, after);
      if (words === undefined) return;
      expect(words.before.map(({ text }) => text).join('')).toBe(before);
      expect(words.after.map(({ text }) => text).join('')).toBe(after);
    }),
  );
});
