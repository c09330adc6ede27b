import fc from 'fast-check';

/**
 * Pages of Markdown before and after a change of their words: lines of signs, which stay, and of words, of which some
 * differ.
 */
export function changedPages(
  { signs, words }: { signs: readonly string[]; words: readonly string[] },
  most: { pieces: number; lines: number },
): fc.Arbitrary<{ before: string; after: string }> {
  const line = fc
    .array(
      fc.oneof(
        fc.constantFrom(...signs).map((sign): [string, string] => [sign, sign]),
        fc.tuple(fc.constantFrom(...words), fc.constantFrom(...words)),
        fc.constantFrom(...words).map((word): [string, string] => [word, word]),
      ),
      { maxLength: most.pieces },
    )
    .map((pieces) => ({ before: pieces.map(([was]) => was).join(''), after: pieces.map(([, is]) => is).join('') }));
  return fc.array(line, { maxLength: most.lines }).map((lines) => ({
    before: lines.map(({ before }) => before).join('\n'),
    after: lines.map(({ after }) => after).join('\n'),
  }));
}
