import type { CodePiece } from './piece.ts';

/**
 * Matches characters that readers of pages treat differently: some end lines at them, some drop them, some take them for
 * white space. A carriage return counts where no line feed follows, a byte order mark where it does not begin the file.
 */
const disputed =
  // oxlint-disable-next-line no-control-regex -- it looks for control characters
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029]|\r(?!\r?\n)|(?<!^)\ufeff/g;

/**
 * Returns a piece for each kind of such a character. No page needs one, and each is a way to hide code: those that a page
 * has are known on that page alone, and as many as there were.
 */
export function disputedCharacters(text: string): CodePiece[] {
  const found = Map.groupBy(text.matchAll(disputed), ([character]) => character);
  return Array.from(found, ([character, places]): CodePiece => {
    const code = character.codePointAt(0) ?? 0;
    const key = `the control character U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
    const sampleIn = `${places.length} of them`;
    return { kind: 'unreadable', runs: 'build', key, seek: '', offset: places[0]?.index ?? 0, sampleIn };
  });
}
