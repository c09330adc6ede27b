import fc from 'fast-check';
import { RRegex } from 'rregex';
import { describe, expect, test } from 'vitest';
import { classRunOf, openRunFinder } from '../../../src/workspace/search/class-run.ts';

function runOf(pattern: string, ascii: boolean) {
  const compiled = new RRegex(pattern);
  const run = classRunOf(compiled.syntax(), { ascii });
  compiled.free();
  return run;
}

function mayHold(pattern: string, text: string): boolean {
  return openRunFinder(runOf(pattern, isAscii(text)))(Buffer.from(text));
}

function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}

describe('the run of bytes that each match must hold', () => {
  test.each([
    ['[A-Z]{4}\\d{3}', 7, 5],
    ['[a-f]{2}x', 3, 3],
    ['[a-f]{3,}x', 3, 3],
    ['(?:[ab])([cd])[ef]', 3, 3],
    ['[ab]?[cd]\\b[ef][gh]', 3, 3],
    ['(?:[ab]\\d[cd]){2,}', 3, 0],
    ['[ab]{1000}', 16, 16],
    ['[ab][cd]', 0, 0],
    ['\\d+', 0, 0],
    ['.*', 0, 0],
    ['[abc]*', 0, 0],
    ['[ab]{3}|[cd]{3}', 0, 0],
  ])('of %j has a length of %i in ASCII, and of %i elsewhere', (pattern, ascii, others) => {
    expect([runOf(pattern, true).length, runOf(pattern, false).length]).toEqual([ascii, others]);
  });

  test.each([
    ['[A-Z]{4}\\d{3}', 'see ABCD123', true],
    ['[A-Z]{4}\\d{3}', 'ABABCD123', true],
    ['[A-Z]{4}\\d{3}', 'ABCD12', false],
    ['[A-Z]{4}\\d{3}', 'ABC123 é', false],
    ['[A-Z]{4}\\d{3}', 'é ABCD١٢٣', true],
    ['[A-Z]{4}\\d{3}', '', false],
    ['[ab]?[cd]\\b[ef][gh]', 'ceg', true],
    ['[ab]?[cd]\\b[ef][gh]', 'ace', false],
  ])('of %j may occur in %j: %j', (pattern, text, found) => {
    expect(mayHold(pattern, text)).toBe(found);
  });

  const atom = fc.constantFrom(
    '[ab]',
    '[^a]',
    'b',
    '\\d',
    '\\w',
    '[a1é]',
    '.',
    '\\b',
    'é',
    '(?:a|b1)',
    '(?i:k)',
    '[ac]',
  );
  const count = fc.constantFrom('', '?', '*', '+', '{2}', '{3}', '{2,3}', '{3,}');
  const part = fc.tuple(atom, count).map(([what, times]) => (what === '\\b' ? what : `${what}${times}`));
  const row = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
  const pattern = fc.oneof(
    row,
    fc.tuple(row, row).map(([one, other]) => `(?:${one}){1,2}${other}`),
    fc.tuple(row, row).map(([one, other]) => `(${one})+(${other})`),
  );
  const letters = fc.constantFrom('a', 'b', 'c', '1', '2', 'é', 'K', '\u{212A}', ' ', '١');

  const texts = fc.array(
    fc.array(letters, { maxLength: 12 }).map((parts) => parts.join('')),
    { minLength: 30, maxLength: 30 },
  );

  test('occurs in each text that has a match', () => {
    let matches = 0;
    fc.assert(
      fc.property(pattern, texts, (expression, several) => {
        const compiled = new RRegex(expression);
        const found = several.filter((text) => compiled.isMatch(text));
        const [inAscii, inOthers] = [true, false].map((ascii) =>
          openRunFinder(classRunOf(compiled.syntax(), { ascii })),
        );
        compiled.free();
        matches += found.length;
        const missed = found.filter((text) => (isAscii(text) ? inAscii : inOthers)?.(Buffer.from(text)) !== true);
        expect(missed).toEqual([]);
      }),
      { numRuns: 40 },
    );
    expect(matches).toBeGreaterThan(0);
  });
});
