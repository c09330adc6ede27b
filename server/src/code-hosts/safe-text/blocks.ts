import { endOf, headOf, openedBy, readFenceLine } from './fences.ts';
import type { Fence, LineHead } from './fences.ts';
import { zeroWidthSpace } from './entities.ts';
import { safeInline } from './inline.ts';
import type { Paragraph } from './scan.ts';

/** Makes Markdown safe line by line: fences stay unchanged, comments are removed, and everything else is text. */
export function safeBlocks(text: string): string {
  const state: Reading = { written: [], lists: [], quotes: 0, paragraph: newParagraph(), folded: 0, summaries: 0 };
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
      // Text after a comment is read as a separate line.
      if (end.rest.trim() !== '') {
        lines[index] = end.rest;
        index -= 1;
      }
    }
  }
  return [...state.written, ...closingLines(state)].join('\n');
}

/** The state after the lines that were read. */
interface Reading {
  written: string[];
  fence?: Fence;
  /** The columns where the contents of those list items begin that the next line may belong to. */
  lists: number[];
  quotes: number;
  paragraph: Paragraph;
  /** How many elements are open. */
  folded: number;
  summaries: number;
}

function newParagraph(): Paragraph {
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

/** Reads a line while a fence is open; returns whether it belonged to the fence. */
function readFenced(line: string, state: Reading, fence: Fence): boolean {
  const read = readFenceLine(line, fence);
  if (read.kind === 'outside') {
    // A list item or a quotation may or may not end here: an explicit end of the fence makes all hosts agree.
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
    state.paragraph = newParagraph();
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
      state.paragraph = newParagraph();
      state.fence = fence;
      state.written.push(line);
      return;
    }
  }
  // From such a line to the next blank one, some hosts read HTML and no Markdown.
  if (foldingTag.test(head.text)) state.paragraph.html = true;
  const marks = line.slice(0, line.length - head.text.length);
  // In bash, >( begins a command.
  const before = marks.endsWith('>') && head.text.startsWith('(') ? `${marks} ` : marks;
  const text = withoutOrders(safeInline(withoutFence(head.text), state.paragraph));
  if (loneTag.test(text)) state.paragraph.html = true;
  count(text, state);
  state.written.push((head.text === '' ? withoutQuotationFence(before) : before) + text);
}

/** GitLab reads a first line of three dashes as the start of front matter, in which fences mean nothing. */
function withoutFrontMatter(line: string, state: Reading): string {
  const isFirst = state.written.every((written) => written === '');
  if (!isFirst || !/^(?:-{3}|\+{3}|;{3})/.test(line)) return line;
  return /^-+\s*$/.test(line) ? '***' : `\\${line}`;
}

/** Updates the list items that a line belongs to or begins: in doubt, fewer than there are. */
function followLists(head: LineHead, state: Reading): void {
  if (head.quotes !== state.quotes) state.lists = [];
  state.quotes = head.quotes;
  const open = state.lists.filter((column) => column <= head.begin);
  const isDedented = open.length < state.lists.length;
  const follows = (state.written.at(-1) ?? '') !== '' && !isDedented;
  state.lists = open;
  // A deeper mark is code or continues a paragraph; and a list that starts at 2 or more cannot interrupt a paragraph.
  const isItem = head.begin - (open.at(-1) ?? 0) <= 3 && !(follows && head.ordinal > 1);
  if (isItem) state.lists.push(...head.items);
  else head.items.length = 0;
}

const foldingTag = /^<\/?(?:details|summary)(?: open)? ?\/?>/i;
const loneTag = /^<\/?(?:br|kbd|sub|sup) ?\/?>\s*$/i;

/** What looks like a fence, but is not one for all hosts, must be one for none. */
function withoutFence(text: string): string {
  return text.replace(/^(`{3,}(?=[^`]*$)|~{3,})/, (run) => run.charAt(0) + zeroWidthSpace + run.slice(1));
}

/** At GitLab a line of `>>>` opens or ends a quotation, whatever is open in it. */
function withoutQuotationFence(marks: string): string {
  return marks.replaceAll(/>(?=>)/g, '> ');
}

/** GitLab executes lines such as `/close`. */
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

/** Returns lines that close what was left open. */
function closingLines(state: Reading): string[] {
  const ends = state.fence === undefined ? [] : [endOf(state.fence)];
  if (state.summaries > 0) ends.push('', '</summary>'.repeat(state.summaries));
  if (state.folded > 0) ends.push('', '</details>'.repeat(state.folded));
  return ends;
}
