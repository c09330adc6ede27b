import { endOf, headOf, openedBy, readFenceLine } from './fences.ts';
import type { Fence, LineHead } from './fences.ts';
import { apart } from './entities.ts';
import { safeInline } from './inline.ts';
import type { Paragraph } from './inline.ts';

/** Markdown made safe line by line: fences stay as they are, comments go, and all else is text. */
export function safeBlocks(text: string): string {
  const state: Reading = { written: [], lists: [], quotes: 0, paragraph: fresh(), folded: 0, summaries: 0 };
  const lines = text.split('\n');
  const lastCommentEnd = lines.findLastIndex((line) => line.includes('-->'));
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (state.fence !== undefined && readFenced(line, state, state.fence)) continue;
    const comment = state.fence === undefined && /^ {0,3}<!--/.test(line) && index <= lastCommentEnd;
    const end = comment ? endOfComment(lines, index) : undefined;
    if (end === undefined) readText(line, state);
    else {
      index = end.line;
      // What stands behind a comment is read as a line of its own.
      if (end.rest.trim() !== '') {
        lines[index] = end.rest;
        index -= 1;
      }
    }
  }
  return [...state.written, ...closing(state)].join('\n');
}

/** What is known of the lines that were read. */
interface Reading {
  written: string[];
  fence?: Fence;
  /** Where the contents of the list items begin that the next line may belong to. */
  lists: number[];
  quotes: number;
  paragraph: Paragraph;
  /** Elements that are open. */
  folded: number;
  summaries: number;
}

function fresh(): Paragraph {
  return { html: false, dollar: false };
}

function endOfComment(lines: readonly string[], begin: number): { line: number; rest: string } | undefined {
  let from = (lines[begin]?.indexOf('<!--') ?? 0) + 4;
  for (let index = begin; index < lines.length; index += 1) {
    const end = lines[index]?.indexOf('-->', from) ?? -1;
    if (end >= 0) return { line: index, rest: lines[index]?.slice(end + 3) ?? '' };
    from = 0;
  }
  return undefined;
}

/** Whether the line belonged to the fence. */
function readFenced(line: string, state: Reading, fence: Fence): boolean {
  const read = readFenceLine(line, fence);
  if (read.kind === 'outside') {
    // Of a list item or a quotation that ends here, or not: it is said, so that all hosts agree.
    state.written.push(endOf(fence));
    state.fence = undefined;
    return false;
  }
  state.written.push(read.line);
  if (read.kind === 'closing') state.fence = undefined;
  return true;
}

function readText(written: string, state: Reading): void {
  if (written.trim() === '') {
    state.paragraph = fresh();
    state.written.push('');
    return;
  }
  const line = withoutFrontMatter(written, state);
  const head = headOf(line);
  const { html } = state.paragraph;
  if (!html) {
    followLists(head, state);
    const fence = openedBy(head, state.lists);
    if (fence !== undefined) {
      state.paragraph = fresh();
      state.fence = fence;
      state.written.push(line);
      return;
    }
  }
  // From such a line to the next blank one, some hosts read HTML and no Markdown.
  if (foldingTag.test(head.text)) state.paragraph.html = true;
  const before = line.slice(0, line.length - head.text.length);
  const text = withoutOrders(safeInline(withoutFence(head.text), state.paragraph));
  if (loneTag.test(text)) state.paragraph.html = true;
  count(text, state);
  state.written.push((head.text === '' ? withoutQuotationFence(before) : before) + text);
}

/** GitLab takes a first line of three dashes for the beginning of data, in which fences mean nothing. */
function withoutFrontMatter(line: string, state: Reading): string {
  const isFirst = state.written.every((written) => written === '');
  if (!isFirst || !/^(?:-{3}|\+{3}|;{3})/.test(line)) return line;
  return /^-+\s*$/.test(line) ? '***' : `\\${line}`;
}

/** The list items that a line is in or begins: less, in doubt, than there are. */
function followLists(head: LineHead, state: Reading): void {
  if (head.quotes !== state.quotes) state.lists = [];
  state.quotes = head.quotes;
  const open = state.lists.filter((column) => column <= head.begin);
  const isDedented = open.length < state.lists.length;
  const follows = (state.written.at(-1) ?? '') !== '' && !isDedented;
  state.lists = open;
  // Deeper than that it is code or goes on with a paragraph; and no paragraph is interrupted by a list from 2 on.
  const isItem = head.begin - (open.at(-1) ?? 0) <= 3 && !(follows && head.ordinal > 1);
  if (isItem) state.lists.push(...head.items);
  else head.items.length = 0;
}

const foldingTag = /^<\/?(?:details|summary)(?: open)? ?\/?>/i;
const loneTag = /^<\/?(?:br|kbd|sub|sup) ?\/?>\s*$/i;

/** What looks like a fence and is none for all hosts must be one for nobody. */
function withoutFence(text: string): string {
  return text.replace(/^(`{3,}(?=[^`]*$)|~{3,})/, (run) => run.charAt(0) + apart + run.slice(1));
}

/** A line of `>>>` alone opens a quotation at GitLab, or ends it, whatever is open in it. */
function withoutQuotationFence(marks: string): string {
  return marks.replaceAll(/>(?=>)/g, '> ');
}

/** GitLab obeys lines such as `/close`. */
function withoutOrders(text: string): string {
  return text.replace(/^((?:\[[ xX]\] )?)\/(?=[A-Za-z_])/, String.raw`$1\/`);
}

function count(text: string, state: Reading): void {
  for (const [tag] of text.matchAll(/<\/?(?:details|summary)>/g)) {
    const step = tag.startsWith('</') ? -1 : 1;
    if (tag.includes('details')) state.folded = Math.max(0, state.folded + step);
    else state.summaries = Math.max(0, state.summaries + step);
  }
}

/** The ends of what was left open. */
function closing(state: Reading): string[] {
  const ends = state.fence === undefined ? [] : [endOf(state.fence)];
  if (state.summaries > 0) ends.push('', '</summary>'.repeat(state.summaries));
  if (state.folded > 0) ends.push('', '</details>'.repeat(state.folded));
  return ends;
}
