/** A line of a text: its content from `start` to `end`, its line break, and where the next line begins. */
export interface Line {
  content: string;
  /** Undefined for a last line without one. */
  ending: string | undefined;
  start: number;
  end: number;
  next: number;
}

/** Returns the lines of a text; a text that ends in a line break has no empty last line. */
export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const { 0: ending, index: end } of text.matchAll(/\r\n|\r|\n/g)) {
    const next = end + ending.length;
    lines.push({ content: text.slice(start, end), ending, start, end, next });
    start = next;
  }
  const end = text.length;
  if (start < end) lines.push({ content: text.slice(start), ending: undefined, start, end, next: end });
  return lines;
}

/** Returns the number, from 1, of the line that contains a position. */
export function lineNumberAt(lines: Line[], position: number): number {
  let low = 0;
  let high = lines.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.start ?? 0) <= position) low = middle;
    else high = middle;
  }
  return low + 1;
}
