import type { Page } from '../../../ports.ts';
import type { Change } from './change.ts';

type Heading = Page['headings'][number];

/**
 * The changes that bring a page's headings into one style: `#` marks with one space after them and none behind,
 * and no level left out on the way down. The text of a heading never changes, so neither do its anchors. A heading
 * within a quotation belongs to what is quoted: it stays as it is, and stands under nothing.
 *
 * @param titled whether the front matter has a title, which stands above the first heading as level 1.
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

/** A paragraph of several lines with `---` right below: a heading to some programs, to writers a rule. */
function isUnderlinedParagraph(source: string): boolean {
  return /\n[^\n]*\n[ \t>]*-+[ \t]*$/u.test(source);
}

/** Whether the marks of a quotation stand before a heading, also within a list. */
export function isQuoted(text: string, { start }: Pick<Heading, 'start'>): boolean {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  return /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*>/u.test(line);
}

/**
 * Lines such as `##Title` that CommonMark takes for text: only on a line of their own between blank lines, and never
 * with a single mark, which may be a hashtag.
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

/** Each heading one level below the one it stands under: 2 4 4 3 becomes 2 3 3 3. */
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

/** The heading's new source; undefined where it has to stay, or is right already. */
function rewrite(source: string, heading: Heading, depth: number): string | undefined {
  const content = heading.style === 'setext' ? setextContent(source) : atxContent(source);
  if (content === undefined) return undefined;
  const written = `${'#'.repeat(depth)} ${content}`.trimEnd();
  return written === source ? undefined : written;
}

/** The text between the marks; undefined when the source is not the heading it was taken for. */
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

/** The lines above the underline as one; undefined where a hard break or the marks of a quotation are within. */
function setextContent(source: string): string | undefined {
  const lines = source.split(/\r?\n/u).slice(0, -1);
  if (lines.length === 0) return undefined;
  const broken = lines.slice(0, -1).some((line) => /(?: {2}|\\)$/u.test(line));
  if (broken || lines.slice(1).some((line) => /^\s*>/u.test(line))) return undefined;
  const content = lines.map((line) => line.trim()).join(' ');
  return /(?:^|\s)#+$/u.test(content) ? content.replace(/#+$/u, (marks) => `\\${marks}`) : content;
}
