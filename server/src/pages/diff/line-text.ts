import { html, pieceOfText } from '../view/html.ts';
import type { Html, HtmlValue } from '../view/html.ts';
import type { DiffLine } from './hunks.ts';
import type { Segment } from './words.ts';

/** Renders a line's text, with the differing words marked by `tag` and invisible characters made visible. */
export function lineText(line: DiffLine, tag?: 'del' | 'ins', segments?: Segment[]): Html {
  const pieces = segments ?? [{ text: line.text, changed: false }];
  const text = pieces.map((piece) => segmentText(piece, tag));
  return html`${text}${line.noNewline && html`<span class="end-of-file">no newline at the end</span>`}`;
}

function segmentText({ text, changed }: Segment, tag: 'del' | 'ins' | undefined): HtmlValue {
  const visible = markedReturns(text);
  if (!changed || tag === undefined) return visible;
  return tag === 'del' ? html`<del>${visible}</del>` : html`<ins>${visible}</ins>`;
}

/**
 * Marks a carriage return within a line, since it carries information. Where all lines end with one, they were removed
 * before.
 */
function markedReturns(text: string): HtmlValue {
  if (!text.includes('\r')) return pieceOfText(text);
  const mark = html`<span class="hidden-character" title="Carriage return">CR</span>`;
  return text.split('\r').map((part, index) => (index === 0 ? pieceOfText(part) : [mark, pieceOfText(part)]));
}
