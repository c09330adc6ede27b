import { visitLinesOutsideFences } from '../fences.ts';

/**
 * Masks what site generators remove before MDX reads a text: heading ids in braces and HTML comments. The length stays
 * the same, and so does every offset. Docusaurus calls these its MDX 1 compatibility.
 */
export function maskForMdx(text: string): string {
  let masked = text;
  if (/\{#[^{}\n]*\}/.test(text)) masked = maskHeadingIds(masked);
  if (text.includes('<!--')) masked = maskComments(masked);
  return masked;
}

function maskHeadingIds(text: string): string {
  const pieces: string[] = [];
  let done = 0;
  visitLinesOutsideFences(text, (start, end) => {
    const line = text.slice(start, end);
    if (!/^[ \t>]*#/.test(line) || !line.includes('{#')) return;
    pieces.push(text.slice(done, start), line.replace(/\{(#[^{}]*)\}/g, '\ue000$1\ue001'));
    done = end;
  });
  return pieces.join('') + text.slice(done);
}

function maskComments(text: string): string {
  const code = fencedRanges(text);
  return text.replace(/<!--([\s\S]*?)-->/g, (comment: string, inner: string, offset: number) =>
    code.some(({ start, end }) => offset >= start && offset < end)
      ? comment
      : `{/* ${inner.replaceAll('*/', '* ')}*/}`.padEnd(comment.length),
  );
}

function fencedRanges(text: string): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  let previous = 0;
  visitLinesOutsideFences(text, (start, end) => {
    if (start > previous) ranges.push({ start: previous, end: start });
    previous = end + 1;
  });
  if (previous < text.length) ranges.push({ start: previous, end: text.length });
  return ranges;
}
