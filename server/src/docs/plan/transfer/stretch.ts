import { CopydeskError } from '@copydesk/contract/errors';
import { lineAt, startsOfLines } from '../../text/lines.ts';
import { otherFrontMatterValues } from '../../parse/other-front-matter.ts';
import type { PageFacts, PageHeading } from '../../parse/page-facts.ts';
import { isMarkdown } from '../../text/paths.ts';
import type { Span } from '../../tree.ts';
import type { DocsView } from '../../view.ts';
import { withItsNames } from './names.ts';

/** Text of a page to be moved, without the empty lines around it. */
export interface Stretch extends Span {
  path: string;
  text: string;
  facts: PageFacts;
  /** Whether it is the whole page, which is then removed. */
  whole: boolean;
  /** The heading above all of the text, if it has one of its own. */
  lead: Lead | undefined;
  /** Its other headings, in order. */
  headings: PageHeading[];
}

/** A heading above other headings. */
export interface Lead {
  /** Its source without its marks. */
  content: string;
  plain: string;
  depth: number;
  /** Undefined if the title is in front matter. */
  heading: PageHeading | undefined;
}

/**
 * Returns the text to be moved.
 * @throws CopydeskError if the lines do not exist, or cannot be removed.
 */
export async function openStretch(
  view: DocsView,
  { from, lines }: { from: string; lines?: { first: number; last: number } | undefined },
): Promise<Stretch> {
  const { text, facts } = await openPage(view, from);
  const body = frontMatterEnd(text, facts);
  const span = lines
    ? withItsNames(text, trimEmptyLines(text, spanOfLines(from, text, lines)), body)
    : trimEmptyLines(text, { start: body, end: text.length });
  if (lines && span.start < body)
    throw refusal(`Lines 1–${lineAt(text, body - 1)} of ${from} are front matter, which stays: begin below them.`);
  if (span.start >= span.end) throw refusal(`There is no text ${lines ? 'in these lines of' : 'in'} ${from}.`);
  if (lines) refuseCut(from, text, facts, span);
  const inside = facts.headings.filter(({ start }) => start >= span.start && start < span.end);
  const lead = leadOf(text, { body: span.start, headings: inside, whole: !lines, title: facts.data?.['title'] });
  const headings = inside.filter((heading) => heading !== lead?.heading);
  return { ...span, path: from, text, facts, whole: !lines, lead, headings };
}

/**
 * Returns the text of a page and its parsed facts.
 * @throws CopydeskError if it is not a readable page.
 */
export async function openPage(view: DocsView, path: string): Promise<{ text: string; facts: PageFacts }> {
  if (!view.index.isFile(path)) throw new CopydeskError('path_refused', `There is no file ${path}.`);
  if (!isMarkdown(path)) throw refusal(`${path} is no page of Markdown: text moves between pages alone.`);
  const [text, page] = await Promise.all([view.text(path), view.page(path)]);
  if (text.kind === 'refused') throw refusal(`${path} cannot be read: ${text.message}.`);
  if (page.kind === 'refused') throw refusal(`${path} cannot be parsed: ${page.message}.`);
  return { text: text.value, facts: page.value };
}

export function refusal(message: string): CopydeskError {
  return new CopydeskError('file_refused', `${message} Nothing was moved.`);
}

/** Returns where the body of a page begins, below its front matter. */
export function frontMatterEnd(text: string, { frontMatter }: PageFacts): number {
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  return frontMatter?.end ?? otherFrontMatterValues(text)?.end ?? start;
}

/** Returns the depth of a page's title: 1 if front matter sets it, and 2 in some books. */
export function titleDepth({ headings, data }: PageFacts): number {
  const [first, ...rest] = headings;
  if (first === undefined || typeof data?.['title'] === 'string') return 1;
  return rest.every(({ depth }) => depth >= first.depth) ? first.depth : 1;
}

function spanOfLines(path: string, text: string, { first, last }: { first: number; last: number }): Span {
  const starts = startsOfLines(text);
  if (first < 1 || last < first) throw refusal(`Lines ${first}–${last} are none: give the first and the last line.`);
  if (last > starts.length) throw refusal(`${path} has ${starts.length} lines; there are no lines ${first}–${last}.`);
  return { start: starts[first - 1] ?? 0, end: starts[last] ?? text.length };
}

/** Removes the empty lines before and after a span; the indentation of the first line stays. */
function trimEmptyLines(text: string, { start, end }: Span): Span {
  const source = text.slice(start, end);
  const leading = /^(?:[ \t]*\r?\n)*/.exec(source)?.[0].length ?? 0;
  return { start: start + leading, end: start + Math.max(leading, source.trimEnd().length) };
}

/** Refuses a span that cuts a code block, tag or comment. */
function refuseCut(path: string, text: string, { code }: PageFacts, span: Span): void {
  for (const edge of [span.start, span.end]) {
    const cut = code.find((one) => one.start < edge && edge < one.end && text.slice(one.start, one.end).includes('\n'));
    if (!cut) continue;
    const [first, last] = [lineAt(text, cut.start), lineAt(text, cut.end - 1)];
    throw refusal(
      `The edge of these lines cuts what stands in lines ${first}–${last} of ${path}: take it whole or not.`,
    );
  }
}

/** What may precede the first heading of a text: comments, anchors in HTML, and names of MyST. */
const mayPrecedeHeading = /^(?:\s|<!--(?:(?!-->)[^])*-->|<a [^<>]*>(?:<\/a>)?|\([^()\n]{1,200}\)=(?=\s))*$/;

function leadOf(
  text: string,
  { body, headings, whole, title }: { body: number; headings: PageHeading[]; whole: boolean; title: unknown },
): Lead | undefined {
  const [first, ...rest] = headings;
  const named = whole && typeof title === 'string' ? title : undefined;
  if (first !== undefined && rest.every(({ depth }) => depth > first.depth)) {
    const begins = first.start - body < 2_000 && mayPrecedeHeading.test(text.slice(body, first.start));
    const isTitle = named === undefined || first.depth === 1;
    if (isTitle && (begins || (whole && first.depth === 1)))
      return { content: contentOf(text, first), plain: first.text, depth: first.depth, heading: first };
  }
  return named === undefined ? undefined : { content: named, plain: named, depth: 1, heading: undefined };
}

/** Returns the content between the marks of a heading. */
function contentOf(text: string, { start, end, style }: PageHeading): string {
  const source = text.slice(start, end);
  if (style === 'setext')
    return source
      .replace(/\r?\n[^\n]*$/, '')
      .replace(/\s*\n\s*/g, ' ')
      .trim();
  return source
    .replace(/^#+/, '')
    .replace(/[ \t]#+[ \t]*$/, '')
    .trim();
}
