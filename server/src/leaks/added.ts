/** The lines that stood in a text, for {@link addedTo}. */
export function linesOf(texts: Iterable<string>): Set<string> {
  const lines = new Set<string>();
  for (const text of texts) for (const line of text.split('\n')) lines.add(line);
  return lines;
}

/**
 * A text with its new lines alone: what stood somewhere before is an empty line, so that the numbers of the others stay.
 * The frame of a key stays, too: in an example that was there, the key itself may be new.
 */
export function addedTo(text: string, before: ReadonlySet<string>): string {
  if (before.size === 0) return text;
  return text
    .split('\n')
    .map((line) => (before.has(line) && !line.includes('-----') ? '' : line))
    .join('\n');
}

/** The number of the line that a character stands in, from 1. */
export function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
