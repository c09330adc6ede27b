import type { Page, Span } from '../../../ports.ts';
import type { Change } from './change.ts';
import { keepReferences, referenceTexts } from './references.ts';
import { visibleTexts, writeWithin } from './visible-attributes.ts';
import type { VisibleText } from './visible-attributes.ts';

/**
 * Returns a finder's changes in the prose of a page. It changes nothing in code, link targets, imports, addresses,
 * notation or front matter, of tags only the attributes that readers see, and nothing that spans two blocks. References
 * keep their definitions.
 *
 * @param includingCode code blocks and inline code too; never tags, imports, expressions or link targets.
 */
export function changeProse(
  text: string,
  page: Page,
  find: (text: string) => Change[],
  options: { includingCode: boolean },
): Change[] {
  const visible = visibleTexts(text, page.code);
  const held = mergeSpans(spansToKeep(text, page, visible, options.includingCode));
  const changes = freeOf(find(text), held).filter((change) => staysInOneBlock(text, page, change));
  return keepReferences(text, page, writeWithinTags(changes, visible));
}

/** Both are sorted, so one pass is enough. */
function writeWithinTags(changes: readonly Change[], visible: readonly VisibleText[]): Change[] {
  let index = 0;
  return changes.map((change) => {
    while ((visible[index]?.end ?? Infinity) <= change.start) index += 1;
    const around = visible[index];
    return around !== undefined && around.start <= change.start ? writeWithin(around, change) : change;
  });
}

function spansToKeep(text: string, page: Page, visible: readonly VisibleText[], includingCode: boolean): Span[] {
  const isReferenceText = referenceTexts(text, page);
  const notProse = page.code.filter((span) => !isReferenceText(span) && !(includingCode && isCode(text, page, span)));
  const definitions = page.links
    .filter((link) => link.kind === 'definition')
    .map((link) => ({ start: link.start, end: link.span.end }));
  return [
    ...cutOut(notProse, visible),
    ...(page.frontMatter ? [page.frontMatter] : []),
    ...page.links.map((link) => link.span),
    ...definitions,
  ];
}

/**
 * Whether a span is a fence, inline code or indented code. Other spans that are no prose begin with a mark of their
 * kind.
 */
export function isCode(text: string, page: Page, span: Span): boolean {
  if (page.frontMatter !== undefined && span.start < page.frontMatter.end) return false;
  const source = text.slice(span.start, span.start + 3);
  if (source.startsWith('`') || source === '~~~') return true;
  return isIndented(text, span.start) || /^(?: {4}|\t)/u.test(text.slice(span.start, span.start + 4));
}

/**
 * Whether only an indentation precedes a place in its line. Never reads a whole line, which may contain 100,000 spans.
 */
function isIndented(text: string, at: number): boolean {
  let start = at;
  while (start > 0 && text[start - 1] !== '\n' && /\s/u.test(text[start - 1] ?? '')) start -= 1;
  const isLineStart = start === 0 || text[start - 1] === '\n';
  return isLineStart && /^(?: {4}|\t)/u.test(text.slice(start, Math.min(at, start + 4)));
}

/** Returns spans without the ranges that are within them; both must be sorted. */
function cutOut(spans: readonly Span[], stretches: readonly Span[]): Span[] {
  let index = 0;
  return spans.flatMap((span) => {
    const pieces: Span[] = [];
    let from = span.start;
    while ((stretches[index]?.end ?? Infinity) <= span.start) index += 1;
    for (let next = stretches[index]; next !== undefined && next.end <= span.end; next = stretches[index]) {
      pieces.push({ start: from, end: next.start });
      from = next.end;
      index += 1;
    }
    return [...pieces, { start: from, end: span.end }];
  });
}

function mergeSpans(spans: Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last === undefined || span.start > last.end) merged.push({ ...span });
    else last.end = Math.max(last.end, span.end);
  }
  return merged;
}

/** Both are sorted, so one pass is enough. */
function freeOf(changes: readonly Change[], held: readonly Span[]): Change[] {
  let index = 0;
  return changes.filter((change) => {
    while ((held[index]?.end ?? Infinity) <= change.start) index += 1;
    const span = held[index];
    return span === undefined || span.start >= change.end;
  });
}

/** Whether a match that spans a line break is within one paragraph. */
function staysInOneBlock(text: string, page: Page, change: Change): boolean {
  const found = text.slice(change.start, change.end);
  const newline = found.indexOf('\n');
  if (newline === -1) return true;
  const crossesHeading = page.headings.some(
    (heading) => heading.start < change.end && heading.end > change.start && heading.end < change.end,
  );
  if (crossesHeading) return false;
  const firstLine = text.slice(text.lastIndexOf('\n', change.start - 1) + 1, change.start + newline);
  const lastNewline = change.start + found.lastIndexOf('\n');
  const lineBreak = text.indexOf('\n', change.end);
  const lastLine = text.slice(lastNewline + 1, lineBreak === -1 ? text.length : lineBreak);
  if (firstLine.includes('|') || lastLine.includes('|')) return false;
  return quoteDepth(lastLine) <= quoteDepth(firstLine);
}

function quoteDepth(line: string): number {
  const marks = /^[ \t>]*/u.exec(line)?.[0] ?? '';
  return marks.split('>').length - 1;
}
