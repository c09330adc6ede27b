import type { CodePiece } from './piece.ts';

/**
 * Matches characters that readers of pages treat differently: some end lines at them, some drop them, some take them for
 * white space. A carriage return counts where no line feed follows, a byte order mark where it does not begin the file.
 */
const disputed =
  // oxlint-disable-next-line no-control-regex -- it looks for control characters
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029]|\r(?!\r?\n)|(?<!^)\ufeff/g;

/** Returns a piece for each kind of such a character. No page needs one, and each is a way to hide code. */
export function disputedCharacters(text: string): CodePiece[] {
  const found = new Map<string, CodePiece>();
  for (const { 0: character, index } of text.matchAll(disputed)) {
    const code = character.codePointAt(0) ?? 0;
    const key = `the control character U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
    if (!found.has(key)) found.set(key, { kind: 'unreadable', runs: 'build', key, seek: character, offset: index });
  }
  return [...found.values()];
}
