/** The columns that `text` takes in a terminal: 2 for East Asian wide characters and emoji, 0 for combining marks. */
export function textWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += graphemeWidth(segment);
  return width;
}

/** `text` in at most `columns`, with an ellipsis where it was cut. */
export function cutToWidth(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let kept = '';
  let width = 0;
  for (const { segment } of graphemes.segment(text)) {
    width += graphemeWidth(segment);
    if (width > columns - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** The end of `text` in at most `columns`, with an ellipsis where it was cut. */
export function endInWidth(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let kept = '';
  let width = 0;
  for (const { segment } of [...graphemes.segment(text)].toReversed()) {
    width += graphemeWidth(segment);
    if (width > columns - 1) break;
    kept = segment + kept;
  }
  return `…${kept}`;
}

/**
 * `text` with its control characters made visible, tabs and line ends aside. A repository or a prompt may hold escape
 * sequences that would move the cursor or rewrite what a person has read.
 */
export function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- finding them is the point
  return text.replaceAll(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, (control) =>
    control < '\x20' ? String.fromCodePoint(0x24_00 + (control.codePointAt(0) ?? 0)) : '\ufffd',
  );
}

/** {@link printable}, on one line. */
export function printableLine(text: string): string {
  return printable(text.replaceAll(/\s+/g, ' ')).trim();
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const wide =
  /\p{Emoji_Presentation}|\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;

const invisible = /^[\p{Mark}\p{Control}\p{Format}]+$/u;

function graphemeWidth(grapheme: string): number {
  if (invisible.test(grapheme)) return 0;
  return wide.test(grapheme) ? 2 : 1;
}
