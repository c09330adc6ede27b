import { visibleText } from '@copydesk/contract/invisible';

/**
 * Returns the columns that `text` takes in a terminal: 2 for East Asian wide characters and emoji, 0 for combining
 * marks.
 */
export function textWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes().segment(text)) width += graphemeWidth(segment);
  return width;
}

/** Cuts `text` to at most `columns`, with an ellipsis where it was cut. */
export function cutToWidth(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let kept = '';
  let width = 0;
  for (const { segment } of graphemes().segment(text)) {
    width += graphemeWidth(segment);
    if (width > columns - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** Returns the end of `text` in at most `columns`, with an ellipsis where it was cut. */
export function endInWidth(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let kept = '';
  let width = 0;
  for (const { segment } of [...graphemes().segment(text)].toReversed()) {
    width += graphemeWidth(segment);
    if (width > columns - 1) break;
    kept = segment + kept;
  }
  return `…${kept}`;
}

/**
 * Makes invisible characters of `text` visible, except tabs and line breaks. A repository or a prompt may contain
 * escape sequences that would move the cursor or rewrite what a person has read, and marks that change the direction of
 * the text after them.
 */
export function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- finding them is the point
  return visibleText(text.replaceAll(/[\x00-\x08\x0b-\x1f]/g, pictureOf));
}

/** Returns `␛` for an escape. */
function pictureOf(control: string): string {
  return String.fromCodePoint(0x24_00 + (control.codePointAt(0) ?? 0));
}

/**
 * Returns what may be sent to a terminal: {@link printable}, except for the colours of `paint` and the erase sequence
 * of the live line, where this program uses them. So text that a command forgot to make printable cannot do more than
 * that.
 */
export function terminalSafe(text: string, colours: boolean): string {
  return text
    .split(colours ? ownSequences : liveLine)
    .map((part, index) => (index % 2 === 0 ? printable(part) : part))
    .join('');
}

/** Restarts the live line. */
export const eraseLine = '\r\u001B[2K';

// oxlint-disable-next-line no-control-regex -- finding them is the point
const ownSequences = /(\r\u001B\[2K|\u001B\[(?:1|2|22|31|32|33|36|39)m)/;

// oxlint-disable-next-line no-control-regex -- finding them is the point
const liveLine = /(\r\u001B\[2K)/;

/** Returns {@link printable} text, on one line. */
export function printableLine(text: string): string {
  return printable(text.replaceAll(/\s+/g, ' ')).trim();
}

/** Created on demand: creating it takes longer than starting a command, and few texts need it. */
const graphemes = (): Intl.Segmenter => (segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' }));

let segmenter: Intl.Segmenter | undefined;

const wide =
  /\p{Emoji_Presentation}|\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;

const invisible = /^[\p{Mark}\p{Control}\p{Format}]+$/u;

function graphemeWidth(grapheme: string): number {
  if (invisible.test(grapheme)) return 0;
  return wide.test(grapheme) ? 2 : 1;
}
