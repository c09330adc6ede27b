import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits } from '../../../src/agent/edit/ladder.ts';
import { withEnding } from '../../../src/agent/edit/line-endings.ts';
import { normalForm } from '../../../src/agent/edit/normal-form.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** Words from a small set, so that they repeat, with everything that the rungs examine. */
const word = fc.constantFrom(
  'alpha',
  'beta',
  'gamma',
  '“x”',
  '"x"',
  '’',
  '—',
  '-',
  '😀',
  '#',
  '  ',
  '\t',
  '\u00A0',
  ' ',
);
const line = fc.array(word, { maxLength: 6 }).map((words) => words.join(''));
const ending = fc.constantFrom('\n' as const, '\r\n' as const);
const page = fc
  .record({ lines: fc.array(line, { minLength: 1, maxLength: 12 }), ending, last: fc.boolean(), mark: fc.boolean() })
  .map(({ lines, ending: lineBreak, last, mark }) => ({
    lineBreak,
    text: (mark ? '\uFEFF' : '') + lines.join(lineBreak) + (last ? lineBreak : ''),
  }));
const stretch = fc.tuple(fc.nat(), fc.nat({ max: 40 }));
const anything = fc.oneof(
  fc.array(line, { maxLength: 4 }).map((lines) => lines.join('\n')),
  fc.string(),
);

const markOf = (text: string) => (text.startsWith('\uFEFF') ? '\uFEFF' : '');
const endsInBreak = (text: string) => /[\r\n]$/.test(text);

test('a unique passage is replaced in its place, and every other byte stays', () => {
  fc.assert(
    fc.property(page, stretch, line, ({ text }, [at, length], added) => {
      const start = Math.max(at % (text.length + 1), markOf(text).length);
      const before = text.slice(0, start);
      const after = text.slice(start + length);
      const unique = `<<${text.slice(start, start + length).replaceAll(/[\r\n]/g, ' ')}>>`;
      const result = applyEdits(before + unique + after, [{ old: unique, new: `[${added}]` }]);
      expect(result).toMatchObject({ ok: true, text: `${before}[${added}]${after}`, replacements: 1 });
    }),
    { numRuns: propertyRuns(300) },
  );
});

test('any edit keeps the byte-order mark, the line endings and the last newline, or changes nothing', () => {
  let edited = 0;
  fc.assert(
    fc.property(page, stretch, anything, fc.boolean(), ({ text, lineBreak }, [at, length], wanted, all) => {
      const start = at % text.length || 0;
      const old = withEnding(text.slice(start, start + length), '\n');
      const result = applyEdits(text, [{ old, new: wanted, all }]);
      if (!result.ok) return result.reason !== '';
      edited += 1;
      const body = result.text.slice(markOf(text).length);
      const sameMark = result.text.startsWith(markOf(text));
      const sameBreaks = !/[\r\n]/.test(text) || withEnding(body, lineBreak) === body;
      return sameMark && sameBreaks && (!endsInBreak(text) || body === '' || endsInBreak(body));
    }),
    { numRuns: propertyRuns(800) },
  );
  expect(edited).toBeGreaterThan(propertyRuns(150));
});

test('a text that occurs several times is never edited without all', () => {
  fc.assert(
    fc.property(
      page,
      line.filter((text) => text !== ''),
      line,
      ({ text }, old, wanted) => {
        const body = text.slice(markOf(text).length);
        fc.pre(old !== wanted && body.indexOf(old) !== body.lastIndexOf(old));
        expect(applyEdits(text, [{ old, new: wanted }])).toMatchObject({
          ok: false,
          reason: expect.stringMatching(/^old stands in \d+ places/),
        });
      },
    ),
    { numRuns: propertyRuns(300) },
  );
});

test('an edit with all equals a plain replacement', () => {
  fc.assert(
    fc.property(page, fc.constantFrom('alpha', 'x', '😀', '#'), ({ text }, old) => {
      fc.pre(text.includes(old));
      expect(applyEdits(text, [{ old, new: 'Zeta', all: true }])).toMatchObject({ text: text.replaceAll(old, 'Zeta') });
    }),
    { numRuns: propertyRuns(300) },
  );
});

test('an edit that adds words is reported as already made the second time', () => {
  fc.assert(
    fc.property(page, fc.constantFrom(['alpha', 'alpha delta'], ['beta', 'new beta']), ({ text }, [old, wanted]) => {
      const edit = { old, new: wanted, all: true };
      const first = applyEdits(text, [edit]);
      fc.pre(first.ok);
      const again = applyEdits(first.ok ? first.text : '', [edit]);
      expect(again).toMatchObject({ ok: false, reason: expect.stringMatching(/^It is already there, on line \d+\.$/) });
    }),
    { numRuns: propertyRuns(300) },
  );
});

test('several edits at once give the same result in any order', () => {
  fc.assert(
    fc.property(page, fc.shuffledSubarray(['alpha', 'beta', 'gamma', '😀'], { minLength: 2 }), ({ text }, words) => {
      const edits = words.map((old, index) => ({ old, new: words[(index + 1) % words.length] ?? '', all: true }));
      const [one, other] = [applyEdits(text, edits), applyEdits(text, edits.toReversed())];
      expect(one.ok && one.text).toBe(other.ok && other.text);
    }),
    { numRuns: propertyRuns(300) },
  );
});

test('lines that were copied with other quotes, dashes, spaces and line endings are found, and only the change is made', () => {
  const sentence = fc.array(fc.constantFrom('“x”', '’', '—', 'word', '\u00A0', ' '), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(sentence, ending, (second, lineBreak) => {
      const first = 'start “q”';
      const text = `before${lineBreak}${first}${lineBreak}>${second.join('')}<${lineBreak}after${lineBreak}`;
      const old = normalForm(`${first}\n>${second.join('')}<`).text;
      const result = applyEdits(text, [{ old, new: `${old.slice(0, -1)}!` }]);
      expect(result).toMatchObject({
        text: `before${lineBreak}${first}${lineBreak}>${second.join('')}!${lineBreak}after${lineBreak}`,
      });
    }),
    { numRuns: propertyRuns(300) },
  );
});

test('the normal form maps each character back to its place in the text', () => {
  fc.assert(
    fc.property(page, ({ text }) => {
      const { text: normal, starts, ends } = normalForm(text);
      let previous = 0;
      for (let at = 0; at < normal.length; at += 1) {
        expect(starts[at]).toBeGreaterThanOrEqual(previous);
        previous = ends[at] ?? 0;
        expect(text.slice(starts[at], ends[at])).toHaveLength(text.slice(starts[at], ends[at]) === '\r\n' ? 2 : 1);
      }
      expect(normalForm(normal).text).toBe(normal);
    }),
  );
});

test('a large file is edited in a bounded time', () => {
  const text = `${' '.repeat(150_000)}x${'\n'.repeat(100_000)}“end”`;
  expect(applyEdits(text, [{ old: '"end"', new: '"END"' }])).toMatchObject({ ok: true });
  expect(applyEdits(text, [{ old: 'not there', new: 'x' }])).toMatchObject({ ok: false });
  expect(applyEdits(text, [{ old: '\n', new: '\n\n', all: true }])).toMatchObject({ ok: true });
});
