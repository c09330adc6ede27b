/** A fence that every host takes for one, and that ends where each of them says it ends. */
export interface Fence {
  /** How many marks of quotation stand before each of its lines. */
  quotes: number;
  /** How far the fence is indented, after the marks of quotation. */
  column: number;
  mark: string;
  length: number;
}

/** What stands before a line's own text. */
export interface LineHead {
  quotes: number;
  /** The columns, after the marks of quotation, at which the contents of list items begin on this very line. */
  items: number[];
  /** The number of the first list mark, 1 for one without. */
  ordinal: number;
  /** Columns to the first list mark; to the text, where there is none. */
  begin: number;
  /** Columns to the text, after the marks of quotation; list marks count as columns. */
  indent: number;
  /** A mark of quotation within a list item, or a tab where it matters: what begins here is not sure. */
  isUnsure: boolean;
  text: string;
}

/** Takes quotation and list marks from the beginning of a line. */
export function headOf(line: string): LineHead {
  let rest = line;
  let quotes = 0;
  for (let quote = /^ {0,3}>( ?)/.exec(rest); quote !== null; quote = /^ {0,3}>( ?)/.exec(rest)) {
    quotes += 1;
    rest = rest.slice(quote[0].length);
  }
  const items: number[] = [];
  let indent = 0;
  const ordinal = Number(/^ *(\d{1,9})[.)]/.exec(rest)?.[1] ?? 1);
  const first = /^ */.exec(rest)?.[0].length ?? 0;
  for (;;) {
    const spaces = /^ */.exec(rest)?.[0].length ?? 0;
    const item = /^ *(?:[-*+]|\d{1,9}[.)])(?= {1,4}[^\s])/.exec(rest);
    if (item === null || isRule(rest) || (items.length > 0 && spaces > 4)) {
      const text = rest.slice(spaces);
      const isUnsure = text.startsWith('\t') || (items.length > 0 && text.startsWith('>')) || items.length > 8;
      const begin = items.length === 0 ? spaces : first;
      return { quotes, items, ordinal, begin, indent: indent + spaces, isUnsure, text };
    }
    rest = rest.slice(item[0].length);
    indent += item[0].length;
    items.push(indent + (/^ */.exec(rest)?.[0].length ?? 0));
    if (items.length > 8) return { quotes, items, ordinal, begin: first, indent, isUnsure: true, text: rest };
  }
}

/** `* * *` and `- - -` are lines, not lists. */
function isRule(text: string): boolean {
  return /^\s*([-*_])(?:[ \t]*\1){2,}[ \t]*$/.test(text);
}

/** The fence that a line opens, if it opens one; `lists`: where the contents of the lists begin that the line stands in. */
export function openedBy(head: LineHead, lists: readonly number[]): Fence | undefined {
  const run = /^(`{3,}(?=[^`]*$)|~{3,})/.exec(head.text)?.[0];
  if (run === undefined || head.isUnsure) return undefined;
  const { quotes, indent } = head;
  const container = [...lists, ...head.items].findLast((column) => column <= indent) ?? 0;
  if (indent - container > 3) return undefined;
  return { quotes, column: indent, mark: run.charAt(0), length: run.length };
}

/** What a line is to an open fence, with the line as it is to be written. */
export type FenceLine = { kind: 'inside' | 'closing'; line: string } | { kind: 'outside' };

/** Whether a line belongs to a fence for every host; where they would not agree, it does not, and the fence ends before. */
export function readFenceLine(line: string, fence: Fence): FenceLine {
  let rest = line;
  for (let quotes = 0; quotes < fence.quotes; quotes += 1) {
    const quote = /^ {0,3}> ?/.exec(rest);
    if (quote === null) return { kind: 'outside' };
    rest = rest.slice(quote[0].length);
  }
  const text = rest.trimStart();
  if (text === '') return { kind: 'inside', line };
  const indent = rest.length - text.length;
  const hasTab = rest.slice(0, indent).includes('\t');
  if (isEnd(text, fence) && (hasTab || indent < fence.column + 4)) return { kind: 'closing', line: endOf(fence) };
  if (indent < fence.column && !hasTab) return { kind: 'outside' };
  if (hasTab && fence.column > 0 && !rest.startsWith('\t')) return { kind: 'outside' };
  return { kind: 'inside', line: withoutQuickAction(line, fence) };
}

function isEnd(text: string, { mark, length }: Fence): boolean {
  const end = text.trimEnd();
  return end.length >= length && end === mark.repeat(end.length);
}

/** The line that ends a fence at every host. */
export function endOf({ quotes, column, mark, length }: Fence): string {
  return '> '.repeat(quotes) + ' '.repeat(column) + mark.repeat(length);
}

/** GitLab looks for its quick actions in all code but that between two lines of three backticks. */
function withoutQuickAction(line: string, { mark, length }: Fence): string {
  const isKnown = mark === '`' && length === 3;
  return !isKnown && /^\/[a-z_]+(?:\s|$)/i.test(line) ? ` ${line}` : line;
}
