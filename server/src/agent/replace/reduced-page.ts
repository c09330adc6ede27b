import type { Page, Span } from '../ports.ts';
import { endOfFence, quickPage } from './quick-page.ts';

/** A text without the blocks that are irrelevant for some of its places. */
export interface Reduced {
  text: string;
  /** Converts the spans of a page of the reduced text to spans of the whole text. */
  mapped: (page: Page) => Page;
  /** Its parts, if they can be found without a precise parse. */
  page: Page | undefined;
}

/**
 * Leaves out the paragraphs, headings and fenced blocks that contain none of the places and do not affect how others
 * are parsed: a parse takes time in proportion to its text, about five milliseconds for a page. Undefined when that is
 * unclear, and when a place is in a heading, because then all headings matter.
 */
export function reducedPage(text: string, places: readonly Span[]): Reduced | undefined {
  if (text.startsWith('\uFEFF') || text.includes('\r')) return undefined;
  const blocks = blocksOf(text);
  if (blocks === undefined) return undefined;
  const kept: Span[] = [];
  let next = 0;
  for (const [index, block] of blocks.entries()) {
    while (startOf(places[next]) < block.start) next += 1;
    const isHit = startOf(places[next]) < block.end;
    if (isHit && !block.isFence && hasHitHeading(text, block, places.slice(next))) return undefined;
    if (isHit || mustStay(text, block, blocks[index + 1])) kept.push({ start: block.start, end: block.end });
  }
  // A place between blocks cannot contain words.
  return reduceTo(text, kept);
}

function startOf(place: Span | undefined): number {
  return place?.start ?? Infinity;
}

/** Returns whether a block affects how others are parsed. Indented text continues what is before it. */
function mustStay(text: string, { isBound, isFence }: Block, next: Block | undefined): boolean {
  return isBound || (!isFence && /^[ \t]/.test(text.charAt(next?.start ?? text.length)));
}

/**
 * Returns the whole text if it can be read line by line. Undefined also when a place is in a heading and headings have
 * markup.
 */
export function plainPage(text: string, places: readonly Span[]): Reduced | undefined {
  const page = quickPage(text);
  if (!page) return undefined;
  const isMarked = page.headings.some((heading) => /[`*_[\]~&]/.test(heading.text));
  if (isMarked && hasHitHeading(text, { start: 0, end: text.length }, places)) return undefined;
  return { text, page, mapped: (same) => same };
}

interface Block extends Span {
  isFence: boolean;
  /** Whether it may affect how other blocks are parsed. */
  isBound: boolean;
}

/** Returns fenced blocks, and the text between blank lines. */
function blocksOf(text: string): Block[] | undefined {
  const blocks: Block[] = [];
  const front = /^---\n(?:(?!---[ \t]*(?:\n|$))[^\n]*\n)*---[ \t]*(?:\n|$)/.exec(text)?.[0].length ?? 0;
  if (front === 0 && /^(?:---|\+\+\+|\{)/.test(text)) return undefined;
  if (front > 0) blocks.push({ start: 0, end: front, isFence: false, isBound: true });
  let open: Block | undefined;
  for (let start = front; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, end);
    if (/^(?:```|~~~)/.test(line)) {
      const close = endOfFence(text, start, line);
      if (close === undefined) return undefined;
      blocks.push({ start, end: close, isFence: true, isBound: false });
      open = undefined;
      start = close + 1;
      continue;
    }
    if (line.trim() === '') open = undefined;
    else if (open) open.end = end;
    else blocks.push((open = { start, end, isFence: false, isBound: false }));
    start = end + 1;
  }
  for (const block of blocks) block.isBound ||= mayBind(text, block);
  return blocks;
}

/**
 * Tags, templates, math, containers, lists, block quotes, definitions and indented text have effects beyond their
 * block.
 */
const binding =
  /[<>{}$]|~~~|^\[[^\]\n]*\]:|^(?:[ \t]|[-*+] |\d+[.)] |:|!!!|\?\?\?|===|@|%|import\b|export\b|\.\. |[-*+]$)|\|[^\n]*\n?[^\n]*\\$/m;

function mayBind(text: string, { start, end, isFence }: Block): boolean {
  if (isFence) return false;
  const block = text.slice(start, end);
  return binding.test(block) || (block.match(/`+/g)?.length ?? 0) % 2 === 1;
}

function hasHitHeading(text: string, block: Span, places: readonly Span[]): boolean {
  let checkedUntil = -1;
  for (const { start } of places) {
    if (start >= block.end) return false;
    // A line with 100,000 places is tested once.
    if (start <= checkedUntil) continue;
    const from = text.lastIndexOf('\n', start - 1) + 1;
    const newline = text.indexOf('\n', start);
    checkedUntil = newline === -1 ? text.length : newline;
    const line = text.slice(from, newline === -1 ? text.length : newline);
    const below = newline === -1 ? '' : text.slice(newline + 1, newline + 200);
    if (/^[\s>*+-]*#/.test(line) || /^[ >]*(?:=+|-+)[ \t]*(?:\n|$)/.test(below)) return true;
  }
  return false;
}

const separator = '\n\n';

function reduceTo(text: string, kept: readonly Span[]): Reduced {
  const pieces: string[] = [];
  const starts: { at: number; start: number }[] = [];
  let at = 0;
  for (const { start, end } of kept) {
    const piece = text.slice(start, end) + separator;
    starts.push({ at, start });
    pieces.push(piece);
    at += piece.length;
  }
  const reduced = pieces.join('');
  const offset = (position: number) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle]?.at ?? 0) <= position) low = middle;
      else high = middle;
    }
    const piece = starts[low];
    return piece === undefined ? position : piece.start + position - piece.at;
  };
  const whole = <T extends Span>(span: T): T => ({ ...span, ...spanIn(offset, span) });
  return {
    text: reduced,
    page: quickPage(reduced),
    mapped: (page) => ({
      frontMatter: page.frontMatter && whole(page.frontMatter),
      headings: page.headings.map(whole),
      links: page.links.map((link) => ({ ...whole(link), span: whole(link.span) })),
      code: page.code.map(whole),
      firstParagraph: undefined,
    }),
  };
}

/**
 * The end is computed from the last character, so that the end of one piece does not become the beginning of the next.
 */
function spanIn(offset: (position: number) => number, { start, end }: Span): Span {
  const from = offset(start);
  return { start: from, end: end > start ? offset(end - 1) + 1 : from };
}
