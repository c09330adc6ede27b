import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../../src/agent/edit/ladder.ts';
import { applyChanges, orderChanges } from '../../../../src/agent/models/builtin/text/change.ts';
import { minimalEdits } from '../../../../src/agent/models/builtin/text/minimal-edits.ts';
import { propertyRuns } from '../../../support/property-runs.ts';

const texts = (...pieces: string[]) =>
  fc
    .array(fc.constantFrom('a', 'b', ' ', 'aa', '“', '𝒳', '\t', ...pieces), { minLength: 1, maxLength: 80 })
    .map((parts) => parts.join(''));
const places = (...pieces: string[]) =>
  fc.array(fc.tuple(fc.nat(100), fc.nat(6), fc.constantFrom('', 'x', 'a a', ...pieces)), { maxLength: 6 });
const within = (text: string, wanted: [number, number, string][]) =>
  orderChanges(
    text,
    wanted.map(([start, length, replacement]) => {
      const from = Math.min(start, text.length);
      return { start: from, end: Math.min(from + length, text.length), text: replacement };
    }),
  );

describe('minimal edits', () => {
  test('name whole lines, and several only if a line occurs twice', () => {
    const text = 'one\nsame\ntwo\nsame\nthree\n';
    const second = text.lastIndexOf('same');
    expect(minimalEdits(text, [{ start: second, end: second + 4, text: 'other' }])).toEqual([
      { old: 'two\nsame\nthree', new: 'two\nother\nthree' },
    ]);
    expect(minimalEdits(text, [{ start: 0, end: 3, text: 'ONE' }])).toEqual([{ old: 'one', new: 'ONE' }]);
  });

  test('insert before the first line and behind the last', () => {
    expect(minimalEdits('a\nb', [{ start: 0, end: 0, text: 'x\n' }])).toEqual([{ old: 'a', new: 'x\na' }]);
    expect(minimalEdits('a\nb\n', [{ start: 4, end: 4, text: 'c\n' }])).toEqual([{ old: 'b\n', new: 'b\nc\n' }]);
  });

  test('put many places of a long file together', () => {
    const text = 'line with a term\n'.repeat(20_000);
    const changes = Array.from(text.matchAll(/term/g), ({ index }) => ({ start: index, end: index + 4, text: 'word' }));
    const edits = minimalEdits(text, changes);
    expect(edits.length).toBeLessThanOrEqual(60);
    expect(edits.reduce((after, edit) => after.replace(edit.old, () => edit.new), text)).toBe(
      text.replaceAll('term', 'word'),
    );
  });

  test('property: each old text occurs once, and the editing tool makes exactly these changes', () => {
    fc.assert(
      fc.property(texts('\n', 'aa\n'), places('x\n', '\n'), (text, wanted) => {
        const changes = within(text, wanted);
        const edits = minimalEdits(text, changes);
        for (const edit of edits) expect(text.split(edit.old)).toHaveLength(2);
        const after = applyChanges(text, changes);
        // The tool keeps a file's last line break, and never duplicates existing words.
        fc.pre(
          edits.length > 0 &&
            edits.every((edit) => edit.old !== edit.new) &&
            after.endsWith('\n') === text.endsWith('\n'),
        );
        const result = applyEdits(text, edits);
        fc.pre(result.ok || !result.reason.includes('already there'));
        expect(result.ok && result.text).toBe(after);
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  test('property: line breaks of several kinds stay as they are', () => {
    fc.assert(
      fc.property(texts('\n', '\r\n', 'aa\r\n'), places(), (text, wanted) => {
        const changes = within(text, wanted).filter(
          ({ start, end }) => !/[\r\n]/.test(text.slice(start, end)) && text[start - 1] !== '\r',
        );
        const edits = minimalEdits(text, changes);
        const after = applyChanges(text, changes);
        fc.pre(
          edits.length > 0 &&
            edits.every((edit) => edit.old !== edit.new) &&
            after.endsWith('\n') === text.endsWith('\n'),
        );
        const result = applyEdits(text, edits);
        fc.pre(result.ok || !result.reason.includes('already there'));
        expect(result.ok && result.text).toBe(after);
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });
});
