import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedLines } from '../../../src/agent/edit/changed-lines.ts';
import { smallDiff } from '../../../src/agent/tools/show/small-diff.ts';

const numbered = (count: number, word = 'line') => Array.from({ length: count }, (_, index) => `${word} ${index + 1}`);
const text = (lines: string[]) => lines.map((line) => `${line}\n`).join('');

describe('a small diff', () => {
  test.each([
    ['a line that is another', 'a\nb\nc\n', 'a\nB\nc\n', ['-2 b', '+2 B']],
    ['a line more', 'a\nc\n', 'a\nb\nc\n', ['+2 b']],
    ['a line less', 'a\nb\nc\n', 'a\nc\n', ['-2 b']],
    ['numbers of before and after', 'a\nb\nc\n', 'x\ny\nb\nC\n', ['-1 a', '+1 x', '+2 y', '-3 c', '+4 C']],
    ['a text that is new', '', 'a\n', ['+1 a']],
    ['no byte-order mark', '\uFEFFa\r\n', '\uFEFFb\r\n', ['-1 a', '+1 b']],
    ['nothing where only the line ends differ', 'a\n', 'a\r\n', []],
  ])('%s', (_, before, after, lines) => {
    expect(smallDiff(before, after)).toEqual(lines);
  });

  test('shortens a long line to the difference and a little around it', () => {
    const [before, after] = ['a', 'b'].map((word) => `${'x '.repeat(100)}${word}${' y'.repeat(100)}\n`);
    expect(smallDiff(before ?? '', after ?? '')).toEqual([
      `-1 …${'x '.repeat(20)}a${' y'.repeat(20)}…`,
      `+1 …${'x '.repeat(20)}b${' y'.repeat(20)}…`,
    ]);
    const [shown] = smallDiff('', `${'z'.repeat(1000)}\n`);
    expect(shown).toBe(`+1 ${'z'.repeat(160)}…`);
  });

  test('never cuts a character in half', () => {
    const before = `${'😀'.repeat(200)}a${'😀'.repeat(200)}`;
    for (const line of smallDiff(before, before.replace('a', 'bb'))) expect(line.isWellFormed()).toBe(true);
  });

  test('shortens a long run to its beginning and end, and is bounded', () => {
    expect(smallDiff('', text(numbered(20)))).toEqual([
      '+1 line 1',
      '+2 line 2',
      '+3 line 3',
      '+4 line 4',
      '+ … 13 lines',
      '+18 line 18',
      '+19 line 19',
      '+20 line 20',
    ]);
    const everyOther = numbered(200).map((line, index) => (index % 2 === 0 ? line : line.toUpperCase()));
    const shown = smallDiff(text(numbered(200)), text(everyOther));
    expect(shown).toHaveLength(41);
    expect(shown.at(-1)).toBe('… 160 more lines');
  });

  test('is correct for very different texts, line by line or as one block', () => {
    const [old, now] = [numbered(5_000), numbered(5_000, 'other')];
    expect(smallDiff(text(old), text(now)).slice(0, 2)).toEqual(['-1 line 1', '-2 line 2']);
    expect(changedLines(text(['same', ...old]), text(['same', ...now, 'more']))).toEqual([
      { oldLine: 2, removed: old, newLine: 2, added: [...now, 'more'] },
    ]);
  });
});

test('changed lines lead from the old text to the new one', () => {
  const page = fc.array(fc.constantFrom('a', 'b', '', 'c'), { maxLength: 12 });
  fc.assert(
    fc.property(page, page, (before, after) => {
      const result: string[] = [...before];
      for (const { oldLine, removed, newLine, added } of changedLines(text(before), text(after)).toReversed()) {
        expect(result.splice(oldLine - 1, removed.length, ...added)).toEqual(removed);
        expect(after.slice(newLine - 1, newLine - 1 + added.length)).toEqual(added);
      }
      expect(result).toEqual(after);
    }),
  );
});
