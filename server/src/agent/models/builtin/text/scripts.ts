/**
 * Returns the characters that continue a word whose edge is this character, as a class of a regular expression with the
 * flag `v`; undefined when it is no letter or digit of a script with spaces between words, because then no character
 * continues it.
 *
 * A word ends where the script changes: Korean and Japanese particles follow a Latin name directly (`Acme를`). Digits
 * and marks continue any word. Greek letters continue Latin ones (`µ`, `Δt`) and vice versa.
 */
export function sameWord(character: string): string | undefined {
  if (!new RegExp(`^${wordCharacter}$`, 'v').test(character)) return undefined;
  const own = scriptsWithBoundaries.find((scripts) => new RegExp(`^${classOf(scripts)}$`, 'v').test(character));
  if (own !== undefined) return `[${wordCharacter}&&${classOf([...own, 'Common', 'Inherited'])}]`;
  // A digit, or a letter of any other script: Korean has particles after these too.
  return `[${wordCharacter}--\\p{Script=Hangul}]`;
}

/** Letters and digits, except those of scripts that put no space between words. */
const wordCharacter =
  '[[\\p{L}\\p{M}\\p{N}]--[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]]';

/** Scripts whose words contain no letters of another one. */
const scriptsWithBoundaries = [
  ['Latin', 'Greek'],
  ['Cyrillic'],
  ['Hangul'],
  ['Arabic'],
  ['Hebrew'],
  ['Armenian'],
  ['Georgian'],
];

function classOf(scripts: readonly string[]): string {
  return `[${scripts.map((script) => `\\p{Script=${script}}`).join('')}]`;
}
