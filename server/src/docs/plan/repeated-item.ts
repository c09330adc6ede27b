import type { Span } from '../tree.ts';

/**
 * Returns the line of an item if its new value is already in its list, as when a list names two pages and one is merged
 * into the other. It handles lists with one item a line. Returns undefined otherwise.
 */
export function repeatedItem(text: string, { start, end }: Span, renewed: string): Span | undefined {
  const line = lineFrom(text, text.lastIndexOf('\n', start - 1) + 1);
  const [before, after] = [text.slice(line.start, start), text.slice(end, line.end)];
  const isItem = /^[ \t]*- ["']?$/.test(before) && /^["']?[ \t]*\r?\n?$/.test(after);
  const isString = /^[ \t]*["']$/.test(before) && /^["'],[ \t]*\r?\n$/.test(after);
  if (!isItem && !isString) return undefined;
  const indentation = /^[ \t]*(?:- )?/.exec(before)?.[0] ?? '';
  const isSibling = ({ start: at }: Span) =>
    text.startsWith(indentation, at) && /\S/.test(text[at + indentation.length] ?? '');
  const isSame = (other: Span) => valueOf(text.slice(other.start + indentation.length, other.end)) === renewed;
  for (
    let other = lineFrom(text, line.end);
    other.end > other.start && isSibling(other);
    other = lineFrom(text, other.end)
  )
    if (isSame(other)) return line;
  for (let other = lineBefore(text, line); other && isSibling(other); other = lineBefore(text, other))
    if (isSame(other)) return line;
  return undefined;
}

function valueOf(item: string): string {
  return item
    .trim()
    .replace(/,$/, '')
    .replaceAll(/^["']|["']$/g, '');
}

/** Returns the line with its line break. */
function lineFrom(text: string, start: number): Span {
  const newline = text.indexOf('\n', start);
  return { start, end: newline === -1 ? text.length : newline + 1 };
}

function lineBefore(text: string, { start }: Span): Span | undefined {
  if (start === 0) return undefined;
  // `lastIndexOf` takes a negative position for 0.
  return { start: start === 1 ? 0 : text.lastIndexOf('\n', start - 2) + 1, end: start };
}
