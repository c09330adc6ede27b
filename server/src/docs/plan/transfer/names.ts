import type { Span } from '../../tree.ts';

/** `(name)=` of MyST, which names what is below it. */
const nameLine = /^[ \t]*\([^()\n]{1,200}\)=[ \t]*\r?$/;

/**
 * Extends or shortens a span by names, because they belong to what is below them: those directly above the text move
 * with it, and those at its end stay for what follows.
 */
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

/** Returns whether a text contains a name. What it names must stay directly below it, at the new place too. */
export function hasName(text: string): boolean {
  return text.split('\n').some((line) => nameLine.test(line));
}
