/** The line in which a place of the text stands. */
export function lineAround(text: string, at: number): string {
  const start = Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;
  const length = text.slice(start).search(/[\r\n]/);
  return length < 0 ? text.slice(start) : text.slice(start, start + length);
}

/** Words alone, without the targets of links: what is moved is often another item of a list, or stands deeper. */
export function wordsOf(line: string): string {
  return line
    .replaceAll(/\]\([^()\s]*\)/g, ']')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
