import type { Span } from '../../tree.ts';

/** `(name)=` of MyST, which names what stands below it. */
const nameLine = /^[ \t]*\([^()\n]{1,200}\)=[ \t]*\r?$/;

/** Names go with what they name: those right above the text come along, and those at its end stay for what follows. */
export function withItsNames(text: string, { start, end }: Span, floor: number): Span {
  const hasMore = text.slice(end).trim() !== '';
  return { start: startWithNames(text, start, floor), end: hasMore ? endWithoutNames(text, start, end) : end };
}

function startWithNames(text: string, start: number, floor: number): number {
  let named = start;
  for (let at = lineStart(text, start); at > floor;) {
    const above = lineStart(text, at - 1);
    const line = text.slice(above, at - 1);
    if (nameLine.test(line) && above >= floor) named = above;
    else if (line.trim() !== '') break;
    at = above;
  }
  return named;
}

function endWithoutNames(text: string, start: number, end: number): number {
  for (let last = end; ;) {
    const above = lineStart(text, last);
    if (above <= start || !nameLine.test(text.slice(above, last))) return last;
    last = start + text.slice(start, above).trimEnd().length;
  }
}

function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

/** Whether a name stands in this text: what is named must stand right below it, in its new place too. */
export function hasName(text: string): boolean {
  return text.split('\n').some((line) => nameLine.test(line));
}
