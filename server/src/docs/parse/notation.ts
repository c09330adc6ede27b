import type { Span } from '../tree.ts';

/**
 * Returns the spans that Markdown takes for text and that site generators read as notation: templates, attributes,
 * math.
 */
export function inlineNotation(text: string): Span[] {
  const spans: Span[] = [];
  for (const pattern of patterns) {
    for (const match of text.matchAll(pattern)) spans.push({ start: match.index, end: match.index + match[0].length });
  }
  return [...spans, ...displayMath(text)];
}

/** Sorts spans, and joins those that touch or overlap. */
export function mergeSpans(spans: Span[]): Span[] {
  const merged: Span[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else if (start < end) merged.push({ start, end });
  }
  return merged;
}

/** Each pattern is linear: its repeated part cannot contain its end or its beginning. */
const patterns = [
  // Bare addresses.
  /(?<!\w)(?:https?:\/\/|www\.)[^\s<>"'`)\]]+/gi,
  /(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+/g,
  // Templates of Jinja, Liquid, Handlebars, Vue and mdBook.
  /\{\{[^{}\n]*\}\}/g,
  // Shortcodes of Hugo, which may span lines.
  /\{\{[<%][^{}]*\}\}/g,
  /\{%[^%\n]*%\}/g,
  // Attribute lists: `{: .class }`, `{ #id }`, `{.class}`, `{#id}`, `{ id=name }`.
  /\{:?[ \t]*(?:[#.:]|id=)[^{}\n]*\}/g,
  // The name of a container or an admonition.
  /^[ \t>]*:{3,}[ \t]*\{?[\w-]*\}?/gm,
  /^[ \t]*(?:!!!|\?\?\?\+?)[ \t]+[\w-]+/gm,
  /\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]/gi,
  // Includes, and lines that insert code.
  /^[ \t]*(?:-{1,2}8<-{1,2}|<<<|@include)[^\n]*/gm,
  /\[\[?_?TOC_?\]\]?/gi,
  // Inline math: no space just inside the dollar signs and no digit after them, or prices would be math.
  /(?<![\\$\w])\$(?=[^\s$])[^$\n]*[^\s$\\]\$(?![\d$])/g,
];

function displayMath(text: string): Span[] {
  const spans: Span[] = [];
  for (let start = text.indexOf('$$'); start !== -1; start = text.indexOf('$$', start)) {
    const close = text.indexOf('$$', start + 2);
    if (close === -1) break;
    // A blank line ends a formula.
    const isFormula = !/\n[ \t]*\r?\n/.test(text.slice(start, Math.min(close, start + 10_000)));
    if (isFormula) spans.push({ start, end: close + 2 });
    start = isFormula ? close + 2 : close;
  }
  return spans;
}
