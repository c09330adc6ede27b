/** U+FEFF at the beginning of a file: it marks UTF-8, does not belong to the text, and is never shown to a model. */
export const byteOrderMark = '\uFEFF';

/** Returns a text without its byte-order mark. */
export function withoutMark(text: string): string {
  return text.startsWith(byteOrderMark) ? text.slice(byteOrderMark.length) : text;
}
