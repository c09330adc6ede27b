import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitElements } from '../../../src/analytics/import/read/elements.ts';
import type { Splitter } from '../../../src/analytics/import/read/entries.ts';
import { splitLines } from '../../../src/analytics/import/read/lines.ts';

/**
 * Returns the entries of a text that arrives in chunks of the given sizes, repeated; the last entry may have no end.
 */
function entriesOf(splitter: Splitter, text: string, sizes: number[] = [7]) {
  const bytes = Buffer.from(text);
  const entries: { text: string; end: number }[] = [];
  const add = ({ bytes: entry, end }: { bytes: Buffer; end: number }) => entries.push({ text: entry.toString(), end });
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    for (const entry of splitter.push(bytes.subarray(at, at + size))) add(entry);
    at += size;
  }
  const rest = splitter.rest();
  return { entries, rest: rest?.bytes.toString() };
}

const withoutReturn = (line: string): string => line.replace(/\r$/, '');

const sizes = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 });

describe('lines', () => {
  test('are the same however they are split into chunks, and each ends where the next begins', () => {
    const text = fc
      .array(fc.stringMatching(/^[a-z\r"\u00e9]{0,12}$/), { maxLength: 20 })
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, sizes, (sent, chunks) => {
        const { entries, rest = '' } = entriesOf(splitLines(100), sent, chunks);
        const expected = sent.split('\n');
        expect([...entries.map((entry) => entry.text), rest]).toEqual(expected.map(withoutReturn));
        const ends = expected
          .slice(0, -1)
          .map((_, n) => 100 + Buffer.byteLength(expected.slice(0, n + 1).join('\n')) + 1);
        expect(entries.map(({ end }) => end)).toEqual(ends);
      }),
    );
  });

  test('skip NUL bytes at their beginning, which still count in positions', () => {
    const { entries } = entriesOf(splitLines(0), `${'\0'.repeat(50)}a\n\0\0b\n`);
    expect(entries).toEqual([
      { text: 'a', end: 52 },
      { text: 'b', end: 56 },
    ]);
  });
});

describe('elements of JSON arrays', () => {
  test('are the same however they arrive and are laid out, and reading can continue behind each', () => {
    const value = fc.record({ text: fc.string(), deep: fc.record({ list: fc.array(fc.jsonValue({ maxDepth: 1 })) }) });
    const arrays = fc.array(fc.array(value, { maxLength: 4 }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(arrays, fc.constantFrom(0, 2), sizes, (sent, indent, chunks) => {
        const text = sent.map((array) => JSON.stringify(array, null, indent)).join('\n');
        const { entries, rest } = entriesOf(splitElements(0), text, chunks);
        expect(entries.map((entry) => JSON.parse(entry.text) as unknown)).toEqual(
          JSON.parse(JSON.stringify(sent.flat())),
        );
        expect(rest).toBeUndefined();
        const middle = entries[Math.floor(entries.length / 2)];
        if (middle === undefined) return;
        const behind = Buffer.from(text).subarray(middle.end).toString();
        expect(entriesOf(splitElements(middle.end), behind, chunks).entries).toEqual(
          entries.slice(entries.indexOf(middle) + 1),
        );
      }),
    );
  });

  test('a truncated element does not affect the others', () => {
    const { entries } = entriesOf(splitElements(0), '[{"a":"b\n{"c":1},{"d":"}"}]');
    expect(entries.map(({ text }) => text)).toEqual(['{"a":"b\n', '{"c":1}', '{"d":"}"}']);
  });
});
