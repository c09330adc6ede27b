import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../src/agent/edit/ladder.ts';
import type { Edit } from '../../../src/agent/edit/edit.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const edited = (text: string, ...edits: Edit[]) => {
  const result = applyEdits(text, edits);
  return result.ok ? result.text : `refused: ${result.reason}`;
};
const lines = (fromLine: number, toLine: number, wanted: string): Edit => ({ fromLine, toLine, new: wanted });
const textOf = (all: readonly string[]) => all.map((line) => `${line}\n`).join('');
const insert = (before: number, wanted: string) => lines(before, before - 1, wanted);

describe('an edit by lines', () => {
  test.each([
    ['replaces them', 'a\nb\nc\n', lines(2, 2, 'B\nB'), 'a\nB\nB\nc\n'],
    ['with or without a last break', 'a\nb\nc\n', lines(2, 2, 'B\n'), 'a\nB\nc\n'],
    ['removes them', 'a\nb\nc\n', lines(1, 2, ''), 'c\n'],
    ['makes them empty', 'a\nb\nc\n', lines(2, 2, '\n'), 'a\n\nc\n'],
    ['inserts before a line', 'a\nb\n', insert(2, 'x'), 'a\nx\nb\n'],
    ['inserts at the top', 'a\n', insert(1, 'x'), 'x\na\n'],
    ['inserts at the end', 'a\n', insert(2, 'x'), 'a\nx\n'],
    ['writes into an empty file', '', insert(1, 'x'), 'x\n'],
    ['keeps CRLF', 'a\r\nb\r\n', lines(2, 2, 'x\ny'), 'a\r\nx\r\ny\r\n'],
    ['keeps the byte-order mark', '\uFEFFa\nb\n', lines(1, 1, '\uFEFFx'), '\uFEFFx\nb\n'],
    ['keeps the last line without a break', 'a\nb', lines(2, 2, 'x\n'), 'a\nx'],
    ['inserts behind such a line', 'a\nb', insert(3, 'x'), 'a\nb\nx'],
    ['removes such a line', 'a\nb', lines(2, 2, ''), 'a'],
    ['removes all lines', 'a\nb', lines(1, 2, ''), ''],
  ])('%s', (_, text, edit, result) => {
    expect(edited(text, edit)).toBe(result);
  });

  test.each([
    [lines(2, 4, 'x'), 'The file has 3 lines; there is no line 4. To insert at the end with from_line 4, to_line 3.'],
    [lines(9, 9, 'x'), 'The file has 3 lines; there is no line 9. To insert at the end with from_line 4, to_line 3.'],
    [insert(5, 'x'), 'The file has 3 lines; there is no line 5. To insert at the end with from_line 4, to_line 3.'],
    [lines(3, 1, 'x'), 'to_line 1 is less than from_line 3 - 1.'],
    [lines(2, 2, 'b'), 'Lines 2-2 say this already.'],
    [insert(2, ''), 'new is empty: there is nothing to insert.'],
  ])('%j is refused', (edit, reason) => {
    expect(edited('a\nb\nc\n', edit)).toBe(`refused: ${reason}`);
  });

  test('is refused if line numbers are ambiguous', () => {
    expect(edited('a\rb\nc\n', lines(2, 2, 'x'))).toMatch(/^refused: Some of its lines end in a carriage return alone/);
  });
});

describe('several edits, by lines and by quotation', () => {
  test('apply together to the original text, in any order', () => {
    const edits = [lines(3, 3, 'C'), { old: 'a', new: 'A\nA' }, insert(3, 'x'), insert(1, 'top')];
    expect(edited('a\nb\nc\n', ...edits)).toBe('top\nA\nA\nb\nx\nC\n');
    expect(edited('a\nb\nc\n', ...edits.toReversed())).toBe('top\nA\nA\nb\nx\nC\n');
  });

  test('that conflict are refused, and both are named', () => {
    const text = 'a one\nb two\nc three\n';
    const contradiction = (...edits: Edit[]) => edited(text, ...edits);
    expect(contradiction(lines(1, 2, 'x'), lines(2, 3, 'y'))).toMatch(/^refused: Edits 1 and 2 overlap on line 2;/);
    expect(contradiction({ old: 'two', new: '2' }, lines(1, 1, ''), lines(2, 2, 'x'))).toMatch(
      /^refused: Edits 1 and 3/,
    );
    expect(contradiction(lines(1, 3, 'x'), insert(2, 'y'))).toMatch(/^refused: Edits 1 and 2 overlap on line 2;/);
    expect(contradiction({ old: 'one', new: '1' }, { old: 'one', new: 'uno' })).toMatch(/^refused: Edits 1 and 2/);
  });
});

test('an edit by lines equals the same change of a list of lines, and reports its lines correctly', () => {
  const page = fc.array(fc.constantFrom('a', 'b', '', '# c'), { maxLength: 8 });
  let done = 0;
  fc.assert(
    fc.property(page, fc.nat(8), fc.nat(3), page, (before, at, count, wanted) => {
      const from = at + 1;
      const result = applyEdits(textOf(before), [lines(from, at + count, textOf(wanted))]);
      fc.pre(result.ok);
      done += 1;
      const expected: string[] = [...before];
      expected.splice(at, count, ...wanted);
      expect(result.ok && result.text).toBe(textOf(expected));
      expect(result.ok && result.changes).toEqual([{ from, removed: count, added: wanted.length }]);
    }),
  );
  expect(done).toBeGreaterThan(propertyRuns(30));
});

test('the reported line changes lead from the old lines to the new ones, whatever the edits', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'a b', '\n', '\n\n', 'c\n'), { maxLength: 14 })
    .map((all) => all.join(''));
  const wanted = fc.constantFrom('', 'x', 'x\n', '\nx', 'x\ny', '\n');
  fc.assert(
    fc.property(text, fc.constantFrom('a', 'b\n', '\n', 'a b', 'b\na'), wanted, (before, old, now) => {
      const result = applyEdits(before, [{ old, new: now, all: true }]);
      if (!result.ok) return;
      const [was, is] = [before.split('\n'), result.text.split('\n')];
      let [line, shift] = [1, 0];
      for (const { from, removed, added } of [...result.changes, { from: was.length, removed: 0, added: 0 }]) {
        expect(is.slice(line - 1 + shift, from - 1 + shift)).toEqual(was.slice(line - 1, from - 1));
        line = from + removed;
        shift += added - removed;
      }
    }),
    { numRuns: propertyRuns(1_000) },
  );
});
