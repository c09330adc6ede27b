/** Returns the line that contains a position of the text. */
export function lineAround(text: string, at: number): string {
  const start = Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;
  const length = text.slice(start).search(/[\r\n]/);
  return length < 0 ? text.slice(start) : text.slice(start, start + length);
}

/**
 * Returns only the words of a line, without link targets. Moved text often becomes another list item or gets another
 * indentation.
 */
export function wordsOf(line: string): string {
  return line
    .replaceAll(/\]\([^()\s]*\)/g, ']')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
