import type { TextEdit } from '../text/lines.ts';
import { itemOf } from '../navigation/literals.ts';
import type { NavigationItem, NavigationList } from '../navigation/navigation.ts';
import type { Span } from '../tree.ts';

/** Removes an entry from its list, with the separator to its neighbours. Everything else stays unchanged. */
export function withoutItem(text: string, list: NavigationList, position: number): TextEdit {
  const item = list.items[position];
  if (!item) return { start: 0, end: 0, text: '' };
  if (list.style === 'summary' || (list.style === 'yaml' && isBlockEntry(text, item.span)))
    return withoutLines(text, item.span);
  const next = list.items[position + 1];
  const previous = list.items[position - 1];
  if (next && next.span.start > item.span.start) return { start: item.span.start, end: next.span.start, text: '' };
  const comma = /^\s*,/.exec(text.slice(item.span.end))?.[0].length ?? 0;
  if (previous && previous.span.end < item.span.start) {
    const tail = tailOf(text, previous.span);
    // A comment stays with its entry, and so does the comma before the comment.
    if (tail.start < tail.end) return { start: tail.end, end: item.span.end + comma, text: '' };
    return { start: previous.span.end, end: item.span.end, text: '' };
  }
  return { ...item.span, end: item.span.end + comma, text: '' };
}

/** Removes several entries at once: adjacent ones leave exactly one separator. */
export function withoutItems(text: string, list: NavigationList, positions: ReadonlySet<number>): TextEdit[] {
  const edits: TextEdit[] = [];
  for (const [first, item] of list.items.entries()) {
    if (!positions.has(first) || positions.has(first - 1)) continue;
    let last = first;
    while (positions.has(last + 1)) last += 1;
    if (first === last || list.style !== 'literal') {
      for (let position = first; position <= last; position += 1) edits.push(withoutItem(text, list, position));
      continue;
    }
    const end = list.items[last]?.span.end ?? item.span.end;
    const run = itemOf({ kind: 'unknown', start: item.span.start, end });
    const items = [...list.items.slice(0, first), run, ...list.items.slice(last + 1)];
    edits.push(withoutItem(text, { ...list, items }, first));
  }
  return edits;
}

/** Removes `key: value` from an object, with one of the adjacent commas. */
export function withoutProperty(text: string, { start, end }: Span): TextEdit {
  const after = /^\s*,[ \t]*(?:\r?\n[ \t]*)?/.exec(text.slice(end))?.[0].length;
  if (after !== undefined) return { start, end: end + after, text: '' };
  const before = /,\s*$/.exec(text.slice(0, start))?.[0].length ?? 0;
  return { start: start - before, end, text: '' };
}

/** Inserts an entry after another, separated and indented like the existing ones. */
export function withItemAfter(text: string, list: NavigationList, position: number, written: string): TextEdit[] {
  const item = list.items[position];
  if (!item) return [];
  const lineEnding = text.includes('\r\n') ? '\r\n' : '\n';
  const tail = tailOf(text, item.span);
  if (list.style === 'summary' || (list.style === 'yaml' && isBlockEntry(text, item.span))) {
    return [insertion(tail.end, `${lineEnding}${leadOf(text, item.span)}${written}`)];
  }
  const separator = separatorAt(text, list, position, lineEnding);
  if (tail.start === tail.end || !separator.startsWith(',')) return [insertion(item.span.end, separator + written)];
  // A comment after the entry stays with it: the comma goes before the comment, the new entry after it.
  const hasComma = text.slice(item.span.end, tail.start).includes(',');
  const entry = `${separator.slice(1)}${written}`;
  return hasComma ? [insertion(tail.end, `${entry},`)] : [insertion(item.span.end, ','), insertion(tail.end, entry)];
}

/** Returns the span of the comment after an entry on its line, with the space before it; empty if there is none. */
export function tailOf(text: string, { end }: Span): Span {
  const newline = text.indexOf('\n', end);
  const rest = text.slice(end, newline === -1 ? text.length : newline).replace(/\r$/, '');
  const comment = /^(\s*,)?([ \t]*(?:\/\/.*|\/\*(?:(?!\*\/).)*\*\/[ \t]*)|[ \t]+#.*)$/.exec(rest);
  const start = end + (comment?.[1]?.length ?? /^,/.exec(rest)?.[0].length ?? 0);
  return { start, end: start + (comment?.[2]?.length ?? 0) };
}

function insertion(at: number, text: string): TextEdit {
  return { start: at, end: at, text };
}

/** Returns the separator between two entries, or the one that a new entry would need. */
export function separatorAt(text: string, list: NavigationList, position: number, lineEnding: string): string {
  const pairs: [NavigationItem | undefined, NavigationItem | undefined][] = [
    [list.items[position], list.items[position + 1]],
    [list.items[position - 1], list.items[position]],
  ];
  for (const [first, second] of pairs) {
    const between = first && second ? text.slice(first.span.end, second.span.start) : '';
    if (/^\s*,\s*$/.test(between)) return between;
  }
  const start = list.items[position]?.span.start ?? 0;
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  return line.trim() === '' ? `,${lineEnding}${line}` : ', ';
}

/** Returns the indentation and the marker of a line: `  - `. */
function leadOf(text: string, { start }: Span): string {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1);
  return /^[ \t]*(?:(?:[-*+]|\d+[.)])[ \t]+)?/.exec(line)?.[0] ?? '';
}

function isBlockEntry(text: string, { start }: Span): boolean {
  return /(?:^|\n)[ \t]*-[ \t]+$/.test(text.slice(Math.max(0, start - 200), start));
}

function withoutLines(text: string, { start, end }: Span): TextEdit {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const newline = text.indexOf('\n', end);
  if (newline !== -1) return { start: lineStart, end: newline + 1, text: '' };
  return { start: Math.max(0, lineStart - 1), end: text.length, text: '' };
}
