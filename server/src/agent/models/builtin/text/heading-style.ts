import type { Page } from '../../../ports.ts';
import type { Change } from './change.ts';

type Heading = Page['headings'][number];

/**
 * Returns the changes that bring a page's headings into one style: `#` marks with one space after them and none at the
 * end, and no skipped levels. The text of a heading never changes, so its anchors do not either. A heading within a
 * quotation belongs to the quoted text: it stays as it is and does not count as a level.
 *
 * @param titled whether the front matter has a title, which counts as level 1 above the first heading.
 */
export function normaliseHeadings(text: string, page: Page, titled: boolean): Change[] {
  const own = page.headings.filter(
    (heading) => !isUnderlinedParagraph(text.slice(heading.start, heading.end)) && !isQuoted(text, heading),
  );
  const headings = [...own, ...unspacedHeadings(text, page)].sort((a, b) => a.start - b.start);
  const depths = evenDepths(
    headings.map((heading) => heading.depth),
    titled,
  );
  return headings.flatMap((heading, index) => {
    const written = rewrite(text.slice(heading.start, heading.end), heading, depths[index] ?? heading.depth);
    return written === undefined ? [] : [{ start: heading.start, end: heading.end, text: written }];
  });
}

/**
 * Whether it is a paragraph of several lines with `---` right below: a heading to some programs, but writers mean a
 * rule.
 */
function isUnderlinedParagraph(source: string): boolean {
  return /\n[^\n]*\n[ \t>]*-+[ \t]*$/u.test(source);
}

/** Whether the marks of a block quote precede a heading, also within a list. */
export function isQuoted(text: string, { start }: Pick<Heading, 'start'>): boolean {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  return /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*>/u.test(line);
}

/**
 * Finds lines such as `##Title`, which CommonMark takes for text. They must be single lines between blank lines; one
 * mark alone does not count, because it may be a hashtag.
 */
function unspacedHeadings(text: string, page: Page): Heading[] {
  const lines = text.matchAll(/(?<=^|\n[ \t]*\r?\n)#{2,6}(?=[\p{L}\p{N}"'`])[^\r\n]*(?=\r?\n[ \t]*(?:\r?\n|$)|$)/gu);
  return Array.from(lines, (match): Heading => {
    const end = match.index + match[0].length;
    const depth = match[0].search(/[^#]/u);
    return { start: match.index, end, depth, text: match[0].slice(depth), style: 'atx' };
  }).filter((heading) => {
    const end = page.frontMatter?.end ?? 0;
    return heading.start >= end && !page.code.some((span) => span.start <= heading.start && span.end > heading.start);
  });
}

/** Puts each heading one level below its parent: 2 4 4 3 becomes 2 3 3 3. */
export function evenDepths(depths: readonly number[], titled: boolean): number[] {
  const open: { depth: number; even: number }[] = [];
  return depths.map((depth) => {
    while ((open.at(-1)?.depth ?? 0) >= depth) open.pop();
    const parent = open.at(-1);
    const even = parent === undefined ? (titled ? Math.min(depth, 2) : depth) : parent.even + 1;
    open.push({ depth, even });
    return even;
  });
}

/** Returns the heading's new source; undefined when it must stay, or is right already. */
function rewrite(source: string, heading: Heading, depth: number): string | undefined {
  const content = heading.style === 'setext' ? setextContent(source) : atxContent(source);
  if (content === undefined) return undefined;
  const written = `${'#'.repeat(depth)} ${content}`.trimEnd();
  return written === source ? undefined : written;
}

/** Returns the text between the marks; undefined when the source is not the expected kind of heading. */
function atxContent(source: string): string | undefined {
  const marks = /^#{1,6}/u.exec(source)?.[0];
  if (marks === undefined || source.includes('\n')) return undefined;
  return withoutClosingMarks(source.slice(marks.length).trim());
}

/** A closing run of `#` counts only after a space; `C#` and `\#` are text. */
function withoutClosingMarks(content: string): string {
  let end = content.length;
  while (content[end - 1] === '#') end -= 1;
  if (end === content.length) return content;
  return end === 0 || /\s/u.test(content[end - 1] ?? '') ? content.slice(0, end).trimEnd() : content;
}

/** Joins the lines above the underline; undefined when they contain a hard break or block quote marks. */
function setextContent(source: string): string | undefined {
  const lines = source.split(/\r?\n/u).slice(0, -1);
  if (lines.length === 0) return undefined;
  const broken = lines.slice(0, -1).some((line) => /(?: {2}|\\)$/u.test(line));
  if (broken || lines.slice(1).some((line) => /^\s*>/u.test(line))) return undefined;
  const content = lines.map((line) => line.trim()).join(' ');
  return /(?:^|\s)#+$/u.test(content) ? content.replace(/#+$/u, (marks) => `\\${marks}`) : content;
}
