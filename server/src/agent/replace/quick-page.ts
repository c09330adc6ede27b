import type { Page, Span } from '../ports.ts';

/**
 * Finds the parts of a page line by line, if it contains only headings, paragraphs, lists, fenced and inline code, and
 * links on one line. Undefined in any doubt, because then only a precise parse can tell. A parse takes about five
 * milliseconds for each page, and replacing a word on a thousand pages must finish within a second.
 *
 * The texts of headings keep their markup.
 */
export function quickPage(text: string): Page | undefined {
  const page: Page = { frontMatter: frontMatterOf(text), headings: [], links: [], code: [], firstParagraph: undefined };
  if (isUnclear(text, page)) return undefined;
  if (page.frontMatter !== undefined) page.code.push({ start: 0, end: page.frontMatter.end });
  const hasMarks = mayHaveOddMarks(text);
  let isAfterText = false;
  for (let start = page.frontMatter?.end ?? 0; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, end);
    if (/^(?:```|~~~)/.test(line)) {
      const close = endOfFence(text, start, line);
      if (close === undefined) return undefined;
      page.code.push({ start, end: close });
      start = close + 1;
      isAfterText = false;
      continue;
    }
    const isText = line.trim() !== '';
    if (isText && !readTextLine(line, start, page, isAfterText, hasMarks)) return undefined;
    isAfterText = isText;
    start = end + 1;
  }
  return page;
}

/** Returns whether lines alone do not tell where the parts of a text are. */
function isUnclear(text: string, { frontMatter }: Page): boolean {
  if (text.startsWith('\uFEFF') || text.includes('\r') || text.includes('\t')) return true;
  return frontMatter === undefined && /^(?:---|\+\+\+|\{)/.test(text);
}

function frontMatterOf(text: string): Page['frontMatter'] {
  if (!text.startsWith('---\n')) return undefined;
  const close = text.startsWith('---', 4) ? 4 : text.indexOf('\n---', 3) + 1;
  const end = close + 3;
  if (close === 0 || (end < text.length && text[end] !== '\n')) return undefined;
  return { start: 0, end, yaml: text.slice(4, Math.max(4, close - 1)) };
}

/**
 * Returns where a fenced block ends; undefined when it is not closed, or when some kinds of sites interpret its
 * content.
 */
export function endOfFence(text: string, start: number, line: string): number | undefined {
  const mark = /^(?:`{3,}|~{3,})/.exec(line)?.[0] ?? '';
  const info = line.slice(mark.length);
  if (/^\s*[{:]/.test(info) || info.includes('`') || mark === '') return undefined;
  for (let at = text.indexOf('\n', start); at !== -1; at = text.indexOf('\n', at + 1)) {
    const newline = text.indexOf('\n', at + 1);
    const end = newline === -1 ? text.length : newline;
    const closing = text.slice(at + 1, Math.min(end, at + 200)).trimEnd();
    if (closing.length >= mark.length && closing === (mark[0] ?? '').repeat(closing.length)) return end;
    // An indented fence may close it too.
    if (/^ +(?:```|~~~)/.test(closing)) return undefined;
  }
  return undefined;
}

/** Marks whose meaning in some dialect depends on more than their line. */
const oddMarks = /[<{}$\\]|:\/\/|www\.|[\w.+-]@[\w-]+\.|~~~|\[\^|!\[?TOC/i;

/** Lines that begin something other than a paragraph, a heading, a list or a block quote. */
const oddStarts =
  /^(?: {4}| {0,3}(?:[-*+]|\d+[.)]) {5})|^[ >]*(?::{3,}|!!!|\?\?\?|===|@|%|import\b|export\b|\.\. |:\w|\^)/;

function isOddStart(line: string, isAfterText: boolean): boolean {
  return oddStarts.test(line) || (isAfterText && /^[ >]*(?:=+|-+) *$/.test(line));
}

/**
 * Whether a page may contain odd marks: each contains one of these. One test for the page takes a tenth of the time of
 * testing each line.
 */
function mayHaveOddMarks(text: string): boolean {
  return /[<{}$\\@]/.test(text) || certainMarks.some((mark) => text.includes(mark)) || /www|toc/i.test(text);
}

const certainMarks = ['://', '~~~', '[^'];

function hasOddMarks(line: string): boolean {
  return oddMarks.test(line.replace(plainTargets, ']()'));
}

/** Link targets contain addresses, which are not odd. */
const plainTargets = /\]\([^\s()<>\\"']*(?: "[^"\n]*")?\)/g;

/** Reads a line that is not empty; returns false when it is not simple. */
function readTextLine(line: string, offset: number, page: Page, isAfterText: boolean, hasMarks: boolean): boolean {
  if (isOddStart(line, isAfterText) || (hasMarks && hasOddMarks(line))) return false;
  return readLine(line, offset, page);
}

/** Reads the heading, the code and the links of a line; returns false when it has others than simple ones. */
function readLine(line: string, offset: number, page: Page): boolean {
  if (!readHeading(line, offset, page)) return false;
  let open: number | undefined;
  for (let at = nextMark(line, 0); at < line.length; at = nextMark(line, at + 1)) {
    const character = line[at];
    if (character === '`') {
      const end = endOfCode(line, at);
      if (end === undefined) return false;
      page.code.push(spanOf(offset, at, end));
      at = end - 1;
    } else if (character === '[') {
      if (open !== undefined) return false;
      if (isTaskMark(line, at)) at += 2;
      else open = at;
    } else if (character === ']') {
      const close = open === undefined ? undefined : readLink(line, offset, open, at, page);
      if (close === undefined) return false;
      at = close - 1;
      open = undefined;
    }
  }
  return open === undefined;
}

/** Reads the heading of a line, if it is one; returns false for one within a list or a quotation. */
function readHeading(line: string, offset: number, page: Page): boolean {
  const heading = /^(#{1,6})(?: +|$)/.exec(line);
  if (!heading) return !/^ *(?:(?:>|[-*+]|\d+[.)]) +)+#{1,6} /.test(line) && !/^ +#/.test(line);
  const depth = heading[1]?.length ?? 1;
  const text = line.slice(heading[0].length).trim();
  page.headings.push({ start: offset, end: offset + line.trimEnd().length, depth, text, style: 'atx' });
  return true;
}

/** Reads the link between two brackets and returns where it ends; undefined if there is none. */
function readLink(line: string, offset: number, open: number, close: number, page: Page): number | undefined {
  const target = targetAt(line, close);
  if (target === undefined) return undefined;
  const isImage = line[open - 1] === '!';
  const span = spanOf(offset, target.start, target.end);
  page.links.push({
    ...spanOf(offset, isImage ? open - 1 : open, target.close),
    target: line.slice(target.start, target.end),
    span,
    kind: isImage ? 'image' : 'link',
  });
  page.code.push(span);
  return target.close;
}

/** Returns where the next code or bracket is, or the end of the line. */
function nextMark(line: string, from: number): number {
  markupMarks.lastIndex = from;
  return markupMarks.exec(line)?.index ?? line.length;
}

const markupMarks = /[`[\]]/g;

function spanOf(offset: number, start: number, end: number): Span {
  return { start: offset + start, end: offset + end };
}

/** Returns the position after the run of backticks that closes the one at `at`. */
function endOfCode(line: string, at: number): number | undefined {
  const mark = /^`+/.exec(line.slice(at))?.[0] ?? '`';
  for (let next = line.indexOf(mark, at + mark.length); next !== -1;) {
    const run = /^`+/.exec(line.slice(next))?.[0].length ?? 1;
    if (run === mark.length) return next + run;
    next = line.indexOf(mark, next + run);
  }
  return undefined;
}

/** It follows the mark of a list, which is never this far from the beginning. */
const furthestTaskMark = 1_000;

function isTaskMark(line: string, at: number): boolean {
  if (at > furthestTaskMark) return false;
  return /^ *(?:[-*+]|\d+[.)]) +$/.test(line.slice(0, at)) && /^\[[ xX]\] /.test(line.slice(at));
}

/** Reads `(target "title")` after a bracket. */
function targetAt(line: string, at: number): { start: number; end: number; close: number } | undefined {
  const found = /^\(([^\s()<>\\"']+)(?: "[^"\n]*")?\)/.exec(line.slice(at + 1));
  if (!found) return undefined;
  const start = at + 2;
  return { start, end: start + (found[1]?.length ?? 0), close: at + 1 + found[0].length };
}
