import { editsRelativeTo, replaceSpans, type TextEdit } from '../../text/lines.ts';
import type { PageFacts, PageHeading } from '../../parse/page-facts.ts';
import type { DocsView } from '../../view.ts';
import { derivedFrontMatter, titleOf, withoutFences } from './front-matter.ts';
import { hasName } from './names.ts';
import { gapAt, type Place } from './place.ts';
import { refusal, titleDepth, type Stretch } from './stretch.ts';

/** How a text is written at its new place. */
export interface Composition {
  /** The heading line above it; undefined if there is none. */
  heading: string | undefined;
  /** The title of a new page. */
  title: string;
  /** By how many levels its headings become deeper. */
  shift: number;
  /** The front matter of a new page; undefined if it gets none. */
  frontMatter: string | undefined;
  /** Whether the heading is above all of the text, and not below names with which the text begins. */
  isFirst: boolean;
  /** The edit that removes the text's own heading, which is written anew. */
  removed: TextEdit[];
  /** Returns the text with edits made to the source page, with its heading above and more paragraphs below. */
  block(edits: TextEdit[], below?: string[]): string;
  /** Returns a new page with the block, and lines above it. */
  page(block: string, above: string[]): string;
}

interface TitleRequest {
  title?: string | undefined;
  frontMatter?: string | undefined;
}

/**
 * Decides how a text is written at its new place.
 * @throws CopydeskError if a new page would have no title.
 */
export async function compose(
  view: DocsView,
  { stretch, place, transfer }: { stretch: Stretch; place: Place; transfer: TitleRequest },
): Promise<Composition> {
  const { lead } = stretch;
  const named = transfer.title === undefined ? undefined : withoutMarks(transfer.title);
  const title = named ?? lead?.content;
  if (!place.page && !title)
    throw refusal(
      `${place.path} would be a new page without a title: give a title, or lines that begin with a heading.`,
    );
  const front = await frontMatterFor(view, stretch, place, { ...transfer, title });
  const depth = namedDepth(transfer.title, place) ?? leadDepth(stretch, place, front);
  const heading = title && !isTitledBy(front, stretch) ? `${'#'.repeat(Math.min(depth, 6))} ${title}` : undefined;
  const shift = shiftOf(stretch, place, { depth, isNamed: Boolean(title) });
  const newline = newlineOf(place.page?.text ?? stretch.text);
  const isFirst = !hasNameAbove(stretch);
  const removed = withoutHeading(stretch, isFirst ? undefined : heading);
  const withNewlines = (text: string) => text.replace(/\r?\n/g, newline);

  return {
    heading,
    title: named || (lead?.plain ?? ''),
    isFirst,
    shift,
    frontMatter: front,
    removed,
    block(edits, below = []) {
      const all = [...edits, ...editsToShift(stretch, shift), ...removed];
      const body = stretchWithEdits(stretch, all).replace(/^(?:[ \t]*\r?\n)+|\s+$/g, '');
      return withNewlines(
        [isFirst ? heading : undefined, body, ...below]
          .filter((part) => part !== undefined && part !== '')
          .join('\n\n'),
      );
    },
    page(block, above) {
      const fenced = front === undefined ? [] : [`---\n${front.trim()}\n---`];
      return `${withNewlines([...fenced, ...(above.length === 0 ? [] : [above.join('\n')]), block].join('\n\n'))}${newline}`;
    },
  };
}

/** Returns whether front matter names the title of a new page, so that it needs no heading. */
function isTitledBy(front: string | undefined, { facts }: Stretch): boolean {
  return front !== undefined && titleOf(front) !== undefined && !hasTitleTwice(facts);
}

function hasNameAbove({ text, start, lead }: Stretch): boolean {
  return lead?.heading !== undefined && hasName(text.slice(start, lead.heading.start));
}

/** Returns the edit that removes the text's own heading, or replaces it. */
function withoutHeading({ lead }: Stretch, by = ''): TextEdit[] {
  return lead?.heading ? [{ start: lead.heading.start, end: lead.heading.end, text: by }] : [];
}

function newlineOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** `## Setup` given for an existing page is a heading of that level; only one heading of a page has the first level. */
function namedDepth(title: string | undefined, { page }: Place): number | undefined {
  const marks = /^#{2,6}(?=[ \t])/.exec(title?.trim() ?? '')?.[0];
  return page && marks?.length;
}

function withoutMarks(title: string): string {
  return title.trim().replace(/^#{1,6}[ \t]+/, '');
}

/**
 * Returns the edit that removes the text and leaves another in its place. Text directly below that is removed anyway is
 * included.
 */
export function cutOf(stretch: Stretch, leave: string | undefined, others: TextEdit[] = []): TextEdit {
  const { text, start } = stretch;
  const end = endOfRemoved(stretch, others);
  const gap = gapAt(text, start, end);
  const newline = newlineOf(text);
  const breaks = (from: number, to: number) => text.slice(from, to).split('\n').length - 1;
  // Items of a list have no empty lines between them.
  const isSpaced = Math.max(breaks(gap.start, start), breaks(end, gap.end)) > 1;
  const space = isSpaced ? newline + newline : newline;
  const left = leave?.trim() ?? '';
  const before = text.slice(0, gap.start).trim() === '' ? '' : space;
  const after = gap.end >= text.length ? newline : space;
  const between = left === '' ? '' : left.replace(/\r?\n/g, newline) + after;
  return { ...gap, text: between === '' && gap.end >= text.length ? newline : before + between };
}

/** Returns the end of the text and of what is removed directly below it. */
function endOfRemoved({ text, start, end: own }: Stretch, others: TextEdit[]): number {
  let end = own;
  for (const other of others.toSorted((a, b) => a.start - b.start)) {
    const isBelow = other.end > end && other.start <= gapAt(text, start, end).end && other.text.trim() === '';
    if (isBelow && other.start >= start) end = other.end;
  }
  return end;
}

/** Returns the edit that inserts a block into an existing page. */
export function insertionOf({ page, at }: Place, block: string): TextEdit {
  const text = page?.text ?? '';
  const newline = newlineOf(text);
  const before = text.slice(0, at.start).trim() === '' ? '' : newline + newline;
  return { ...at, text: before + block + (at.end >= text.length ? newline : newline + newline) };
}

/** Returns the front matter of a new page. */
async function frontMatterFor(
  view: DocsView,
  stretch: Stretch,
  { path, page }: Place,
  { title = '', frontMatter }: TitleRequest,
): Promise<string | undefined> {
  if (page) return undefined;
  const given = withoutFences(frontMatter ?? '');
  if (given !== '') return given;
  const isUsual =
    typeof stretch.facts.data?.['title'] === 'string' || view.sites.of(path).kind.titles.from === 'front-matter';
  return isUsual ? derivedFrontMatter(view, stretch, { path, title }) : undefined;
}

/** Returns whether a page has its title both in front matter and as a heading. */
function hasTitleTwice({ data, headings }: PageFacts): boolean {
  return typeof data?.['title'] === 'string' && headings[0]?.depth === 1;
}

/** Returns the depth of the heading above the text. */
function leadDepth({ whole, lead, facts }: Stretch, { page, under }: Place, front: string | undefined): number {
  if (!page) return front !== undefined && titleOf(front) !== undefined ? 1 : titleDepth(facts);
  if (under !== undefined) return under + 1;
  return whole || !lead ? titleDepth(page.facts) + 1 : lead.depth;
}

/** Returns by how many levels the headings must shift to keep their distance from the heading above them. */
function shiftOf(
  { lead, headings }: Stretch,
  { under }: Place,
  { depth, isNamed }: { depth: number; isNamed: boolean },
): number {
  const highest = Math.min(...headings.map((heading) => heading.depth));
  if (headings.length === 0) return 0;
  if (isNamed) return depth - (lead?.depth ?? highest - 1);
  return under === undefined ? 0 : under + 1 - highest;
}

function editsToShift({ text, headings }: Stretch, shift: number): TextEdit[] {
  if (shift === 0) return [];
  return headings.flatMap((heading) => levelEdits(text, heading, Math.min(6, Math.max(1, heading.depth + shift))));
}

function levelEdits(text: string, { start, end, depth, style }: PageHeading, wanted: number): TextEdit[] {
  if (style === 'atx') return [{ start, end: start + depth, text: '#'.repeat(wanted) }];
  const underline = /\r?\n[^\n]*$/.exec(text.slice(start, end));
  // A heading of several lines cannot be written after marks.
  if (!underline || text.slice(start, start + underline.index).includes('\n')) return [];
  return [
    { start, end: start, text: `${'#'.repeat(wanted)} ` },
    { start: start + underline.index, end, text: '' },
  ];
}

/** Returns the text of a stretch with edits whose offsets count in its page; edits elsewhere are left out. */
export function stretchWithEdits({ text, start, end }: Stretch, edits: TextEdit[], upTo = end): string {
  const own = edits.filter((edit) => edit.start >= start && edit.end <= upTo);
  return replaceSpans(text.slice(start, upTo), editsRelativeTo(own, start));
}
