/** A fence that every host reads as one, and that ends at the same line for each of them. */
export interface Fence {
  /** The number of quotation marks (`>`) before each of its lines. */
  quotes: number;
  /** The indentation of the fence, after the quotation marks. */
  column: number;
  mark: string;
  length: number;
}

/** The marks and the indentation before a line's own text. */
export interface LineHead {
  quotes: number;
  /** The columns, after the quotation marks, where the contents of list items begin on this very line. */
  items: number[];
  /** The number of the first list mark; 1 for one without a number. */
  ordinal: number;
  /** The columns before the first list mark, or before the text when there is none. */
  begin: number;
  /** The columns before the text, after the quotation marks; list marks count as columns. */
  indent: number;
  /**
   * Whether it is uncertain what begins here, because of a quotation mark within a list item, or a tab where it
   * matters.
   */
  isUnsure: boolean;
  text: string;
}

/** Reads the quotation and list marks at the beginning of a line. */
export function headOf(line: string): LineHead {
  const { quotes, content } = withoutQuotes(line);
  let rest = content;
  const items: number[] = [];
  let indent = 0;
  const ordinal = Number(/^ *(\d{1,9})[.)]/.exec(rest)?.[1] ?? 1);
  const first = spacesBefore(rest);
  for (;;) {
    const spaces = spacesBefore(rest);
    const item = /^ *(?:[-*+]|\d{1,9}[.)])(?= {1,4}[^\s])/.exec(rest);
    if (item === null || isRule(rest) || (items.length > 0 && spaces > 4)) {
      const text = rest.slice(spaces);
      const isUnsure = text.startsWith('\t') || (items.length > 0 && text.startsWith('>')) || items.length > 8;
      const begin = items.length === 0 ? spaces : first;
      return { quotes, items, ordinal, begin, indent: indent + spaces, isUnsure, text };
    }
    rest = rest.slice(item[0].length);
    indent += item[0].length;
    items.push(indent + spacesBefore(rest));
    if (items.length > 8) return { quotes, items, ordinal, begin: first, indent, isUnsure: true, text: rest };
  }
}

function withoutQuotes(line: string): { quotes: number; content: string } {
  let content = line;
  let quotes = 0;
  for (let quote = /^ {0,3}>( ?)/.exec(content); quote !== null; quote = /^ {0,3}>( ?)/.exec(content)) {
    quotes += 1;
    content = content.slice(quote[0].length);
  }
  return { quotes, content };
}

function spacesBefore(text: string): number {
  return /^ */.exec(text)?.[0].length ?? 0;
}

/** Whether a text is a horizontal rule: `* * *` and `- - -` are not lists. */
function isRule(text: string): boolean {
  return /^\s*([-*_])(?:[ \t]*\1){2,}[ \t]*$/.test(text);
}

/**
 * Returns the fence that a line opens, if any. `lists` are the columns where the contents of the enclosing lists begin.
 */
export function openedBy(head: LineHead, lists: readonly number[]): Fence | undefined {
  const run = /^(`{3,}(?=[^`]*$)|~{3,})/.exec(head.text)?.[0];
  if (run === undefined || head.isUnsure) return undefined;
  const { quotes, indent } = head;
  const container = [...lists, ...head.items].findLast((column) => column <= indent) ?? 0;
  if (indent - container > 3) return undefined;
  return { quotes, column: indent, mark: run.charAt(0), length: run.length };
}

/** The relation of a line to an open fence, with the line as it must be written. */
export type FenceLine = { kind: 'inside' | 'closing'; line: string } | { kind: 'outside' };

/**
 * Decides whether a line belongs to a fence for every host; when they would not agree, it does not, and the fence ends
 * before it.
 */
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

/** Returns the line that ends a fence at every host. */
export function endOf({ quotes, column, mark, length }: Fence): string {
  return '> '.repeat(quotes) + ' '.repeat(column) + mark.repeat(length);
}

/** GitLab looks for its quick actions in all code except between two lines of three backticks. */
function withoutQuickAction(line: string, { mark, length }: Fence): string {
  const isKnown = mark === '`' && length === 3;
  return !isKnown && /^\/[a-z_]+(?:\s|$)/i.test(line) ? ` ${line}` : line;
}
