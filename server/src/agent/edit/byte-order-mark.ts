/** U+FEFF at the beginning of a file: it says UTF-8, is no part of the text, and is never shown to a model. */
export const byteOrderMark = '\uFEFF';

/** What a text says without its mark. */
export function withoutMark(text: string): string {
  return text.startsWith(byteOrderMark) ? text.slice(byteOrderMark.length) : text;
}
