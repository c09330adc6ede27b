/** A line of a text: its content from `start` to `end`, and where the next line begins. */
export interface Line {
  content: string;
  start: number;
  end: number;
  next: number;
}

/** The lines of a text; one that ends in a line break has no empty last line. */
export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const found of text.matchAll(/\r\n|\r|\n/g)) {
    const next = found.index + found[0].length;
    lines.push({ content: text.slice(start, found.index), start, end: found.index, next });
    start = next;
  }
  if (start < text.length) lines.push({ content: text.slice(start), start, end: text.length, next: text.length });
  return lines;
}

/** The number, from 1, of the line on which a place stands. */
export function lineNumberAt(lines: Line[], position: number): number {
  const line = lines.findLastIndex(({ start }) => start <= position);
  return Math.max(line, 0) + 1;
}
