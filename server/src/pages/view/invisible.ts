/**
 * Characters that a reader does not see and that can make one text look like another (CVE-2021-42574): controls,
 * zero-width and bidirectional ones, fillers and tags. The zero-width joiner of emoji is let be, and so are line ends.
 */
export const invisible =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** What stands for a character that cannot be seen: its code point. */
export function nameOfInvisible(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A text with what cannot be seen of it told in words, where no markup may stand: a title, what is chosen from a list. */
export function visiblePlainText(text: string): string {
  return text.replace(invisible, (character) => `[${nameOfInvisible(character)}]`);
}
