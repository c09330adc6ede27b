import type { PageFacts, PageLink } from '../parse/page-facts.ts';
import type { Span } from '../tree.ts';

/** A page and its source. */
export interface ParsedPage {
  text: string;
  page: PageFacts;
}

/** A piece of a page's source: the target of a link, a word, or what stands between words. */
export interface PageToken extends Span {
  kind: 'target' | 'word' | 'other';
  text: string;
  /** For a target, the link that has it. */
  link?: PageLink;
}

/** Takes the source of a page apart. The pieces joined are the source. */
export function tokensOf({ text, page }: ParsedPage): PageToken[] {
  const tokens: PageToken[] = [];
  let done = 0;
  for (const link of page.links.filter(isPlainLink)) {
    const { start, end } = link.span;
    if (start < done || end <= start) continue;
    tokens.push(...piecesOf(text, { start: done, end: start }));
    tokens.push({ kind: 'target', text: text.slice(start, end), start, end, link });
    done = end;
  }
  return [...tokens, ...piecesOf(text, { start: done, end: text.length })];
}

/** Links and images of Markdown, and their elements in HTML. Front matter and components are for programs. */
function isPlainLink({ kind, element, attribute }: PageLink): boolean {
  if (kind !== 'attribute') return true;
  return (element === 'a' && attribute === 'href') || (element === 'img' && attribute === 'src');
}

/** Digits and underscores belong to words, so that `v1` and `max_size` are one word, which people do not misspell. */
const piece = /[\p{L}\p{M}\p{N}_]+(?:['’][\p{L}\p{M}\p{N}_]+)*|[^\p{L}\p{M}\p{N}_]+/gu;

function piecesOf(text: string, { start, end }: Span): PageToken[] {
  return Array.from(text.slice(start, end).matchAll(piece), ({ 0: found, index }) => ({
    kind: /^[\p{L}\p{M}\p{N}_]/u.test(found) ? 'word' : 'other',
    text: found,
    start: start + index,
    end: start + index + found.length,
  }));
}
