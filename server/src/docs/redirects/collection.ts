import type { TextEdit } from '../text/lines.ts';
import type { LiteralList, LiteralMap } from '../literal/literal.ts';
import { itemOf } from '../navigation/literals.ts';
import type { NavigationList } from '../navigation/navigation.ts';
import { separatorAt, tailOf, withItemAfter, withoutItems } from '../plan/list-edits.ts';
import type { Span } from '../tree.ts';

/** The list or map of a file that contains redirects. */
export interface Collection {
  holder: LiteralList | LiteralMap;
  /** The spans of its entries, without those defined elsewhere in the file. */
  entries: Span[];
}

export function collectionOf(holder: LiteralList | LiteralMap): Collection {
  const all: Span[] = holder.kind === 'list' ? holder.items : holder.entries;
  return { holder, entries: all.filter(({ start, end }) => start >= holder.start && end <= holder.end) };
}

/** Removes entries and appends new ones, separated and indented like the existing ones. */
export function editedCollection(
  text: string,
  { holder, entries }: Collection,
  remove: Span[],
  add: string[],
): TextEdit[] {
  const gone = new Set(entries.flatMap((entry, position) => (remove.includes(entry) ? [position] : [])));
  if (gone.size === 0 && add.length === 0) return [];
  const list: NavigationList = {
    style: 'literal',
    items: entries.map((entry) => itemOf(asUnknown(entry))),
    ofPages: false,
  };
  const isBlock = isYamlBlock(text, holder);
  if (gone.size === entries.length) return [rewriteEmptied(text, holder, entries, add)];
  if (isBlock) {
    const lead = leadOfBlock(text, entries[0] ?? holder, holder);
    const last = lineEndAt(text, entries.findLast((_, position) => !gone.has(position))?.end ?? holder.end);
    const lines = add.map((written) => `${lineEndingOf(text)}${lead}${written}`).join('');
    return [
      ...withoutItems(text, { ...list, style: 'summary' }, gone),
      ...(lines === '' ? [] : [insertion(last, lines)]),
    ];
  }
  return flowEdits(text, list, gone, add);
}

function flowEdits(text: string, list: NavigationList, gone: Set<number>, add: string[]): TextEdit[] {
  const removals = withoutItems(text, list, gone);
  if (add.length === 0) return removals;
  const last = list.items.findLastIndex((_, position) => !gone.has(position));
  const separator = separatorAt(text, list, last, lineEndingOf(text));
  const written = add.join(separator);
  const span = list.items[last]?.span ?? { start: 0, end: 0 };
  const comment = tailOf(text, span);
  const tail = removals.find(({ start }) => start === span.end || start === comment.end);
  // The new text takes the place of what is removed at the end. Before a comment, the comma is already there.
  const inPlace = tail?.start === span.end ? separator + written : separator.replace(/^,/, '') + written;
  if (tail)
    return removals.map((removal) =>
      removal === tail ? { start: tail.start, end: tail.end, text: inPlace } : removal,
    );
  return [...removals, ...withItemAfter(text, list, last, written)];
}

/** Writes a list or map of which no entry remains. */
function rewriteEmptied(text: string, holder: LiteralList | LiteralMap, entries: Span[], add: string[]): TextEdit {
  const [open, close] = holder.kind === 'list' ? ['[', ']'] : ['{', '}'];
  const { start, end } = holder;
  if (isYamlBlock(text, holder)) {
    const lead = leadOfBlock(text, entries[0] ?? holder, holder);
    const lines = add.join(`${lineEndingOf(text)}${lead}`);
    const item = holder.kind === 'list' ? '- ' : '';
    return { start, end, text: add.length === 0 ? open + close : item + lines };
  }
  const inner = text.slice(start + 1, end - 1);
  // Other content, such as a spread list, stays.
  if (entries.length === 0 && inner.trim() !== '') {
    const at = start + 1 + inner.trimEnd().length;
    return insertion(at, `${inner.trimEnd().endsWith(',') ? '' : ','} ${add.join(', ')}`);
  }
  if (add.length === 0) return { start, end, text: open + close };
  return { start, end, text: formatOverLines(text, start, [open, close], add) };
}

/** Returns a list or map over several lines, indented one step deeper than the line in which it begins. */
function formatOverLines(text: string, at: number, [open, close]: [string, string], entries: string[]): string {
  const newline = lineEndingOf(text);
  const indentation = indentationAt(text, at);
  const deeper = `${indentation}${indentation.includes('\t') ? '\t' : '  '}`;
  return `${open}${entries.map((entry) => `${newline}${deeper}${entry}`).join(',')}${newline}${indentation}${close}`;
}

/** Adds `key: [entries]` to a map that does not have the key. */
export function withProperty(
  text: string,
  parent: LiteralMap,
  property: { key: string; holds: 'list' | 'map' },
  entries: string[],
): TextEdit[] {
  const { entries: own } = collectionOf(parent);
  const last = own.at(-1);
  const newline = lineEndingOf(text);
  if (last && isYamlBlock(text, parent)) {
    const lead = leadOfBlock(text, own[0] ?? parent, parent);
    const item = property.holds === 'list' ? '- ' : '';
    const lines = entries.map((entry) => `${newline}${lead}  ${item}${entry}`);
    return [insertion(lineEndAt(text, last.end), `${newline}${lead}${property.key}:${lines.join('')}`)];
  }
  const brackets: [string, string] = property.holds === 'list' ? ['[', ']'] : ['{', '}'];
  const key = quoteLike(text, last, property.key);
  const written = `${key}: ${formatOverLines(text, last?.start ?? parent.start, brackets, entries)}`;
  if (!last)
    return text.slice(parent.start + 1, parent.end - 1).trim() === ''
      ? [insertion(parent.start + 1, ` ${written} `)]
      : [];
  const list: NavigationList = {
    style: 'literal',
    items: own.map((entry) => itemOf(asUnknown(entry))),
    ofPages: false,
  };
  return withItemAfter(text, list, own.length - 1, written);
}

/** Returns a key in the quotes of another, if that has any; without another, in those that JSON needs. */
function quoteLike(text: string, other: Span | undefined, key: string): string {
  const first = other === undefined ? '"' : text[other.start];
  return first === '"' || first === "'" ? first + key + first : key;
}

/** Returns whether a YAML collection is written without brackets. */
export function isYamlBlock(text: string, { start }: Span): boolean {
  return !/[[{]/.test(text[start] ?? '');
}

export function lineEndingOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** Returns what precedes the entries of a block: spaces, and the mark of a list. */
function leadOfBlock(text: string, entry: Span, holder: LiteralList | LiteralMap): string {
  const line = text.slice(text.lastIndexOf('\n', entry.start - 1) + 1, entry.start);
  return holder.kind === 'list' ? line.replace(/[^\s-]/g, ' ') : ' '.repeat(line.length);
}

function indentationAt(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1))?.[0] ?? '';
}

/** Returns the end of the line including its comment, without the line ending. */
function lineEndAt(text: string, at: number): number {
  return tailOf(text, { start: at, end: at }).end;
}

function insertion(at: number, text: string): TextEdit {
  return { start: at, end: at, text };
}

function asUnknown({ start, end }: Span) {
  return { kind: 'unknown', start, end } as const;
}
