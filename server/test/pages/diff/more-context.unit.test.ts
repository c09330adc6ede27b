import { createTwoFilesPatch } from 'diff';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseHunks } from '../../../src/pages/diff/hunks.ts';
import type { Hunk } from '../../../src/pages/diff/hunks.ts';
import { fileLines, hasMoreLines, withMoreContext } from '../../../src/pages/diff/more-context.ts';

const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd', ''), { minLength: 1, maxLength: 40 });

test('with all lines, the old and the new file are shown whole, each line with its number', () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      fc.pre(before.join('\n') !== after.join('\n'));
      const hunks = withMoreContext(hunksOf(before, after), after, 1_000);
      expect(linesOf(hunks, 'new')).toEqual(after.map((text, index) => [index + 1, text]));
      expect(linesOf(hunks, 'old')).toEqual(before.map((text, index) => [index + 1, text]));
      expect(hasMoreLines(hunks, after)).toBe(false);
    }),
  );
});

test('with some more lines, each line is shown once, with its text', () => {
  fc.assert(
    fc.property(texts, texts, fc.integer({ min: 0, max: 6 }), (before, after, more) => {
      fc.pre(before.join('\n') !== after.join('\n'));
      const hunks = withMoreContext(hunksOf(before, after), after, more);
      const shown = linesOf(hunks, 'new');
      const numbers = shown.map(([number]) => number);
      expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
      for (const [number, text] of shown) expect(text).toBe(after[number - 1]);
    }),
  );
});

test('hunks that touch become one', () => {
  const before = Array.from({ length: 30 }, (_, index) => `line ${index}`);
  const after = before.with(5, 'changed').with(20, 'changed too');
  const hunks = hunksOf(before, after);
  expect(hunks).toHaveLength(2);
  expect(withMoreContext(hunks, after, 2)).toHaveLength(2);
  expect(withMoreContext(hunks, after, 4)).toHaveLength(1);
});

test('the line feed at the end of a file starts no further line', () => {
  expect(fileLines('a\r\nb\n')).toEqual(['a', 'b']);
});

/** Uses a library, since the code under test extends the hunks of a real diff. */
function hunksOf(before: string[], after: string[]): Hunk[] {
  const patch = createTwoFilesPatch('a', 'b', `${before.join('\n')}\n`, `${after.join('\n')}\n`, '', '', {
    context: 3,
  });
  return parseHunks(patch.slice(patch.indexOf('@@')));
}

function linesOf(hunks: Hunk[], side: 'old' | 'new'): [number, string][] {
  return hunks.flatMap(({ blocks }) =>
    blocks.flatMap((block) => {
      if (block.kind === 'change') {
        return (side === 'old' ? block.removed : block.added).map(
          (line) => [line.number, line.text] as [number, string],
        );
      }
      return block.lines.map(
        (line) => [side === 'old' ? (line.oldNumber ?? 0) : line.number, line.text] as [number, string],
      );
    }),
  );
}
