import { html } from '../view/html.ts';
import type { Html, HtmlValue } from '../view/html.ts';
import type { DiffLine } from './hunks.ts';
import type { Segment } from './words.ts';

/**
 * Characters that a reader does not see and that can make a change look like another one (CVE-2021-42574):
 * controls, zero-width and bidirectional ones. The zero-width joiner of emoji is let be.
 */
const invisible =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /([\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff])/u;

/** A line's text, the words that differ marked by `tag`, and what cannot be seen made visible. */
export function lineText(line: DiffLine, tag?: 'del' | 'ins', segments?: Segment[]): Html {
  const pieces = segments ?? [{ text: line.text, changed: false }];
  const text = pieces.map((piece) => segmentText(piece, tag));
  return html`${text}${line.noNewline && html`<span class="end-of-file">no newline at the end</span>`}`;
}

function segmentText({ text, changed }: Segment, tag: 'del' | 'ins' | undefined): HtmlValue {
  const visible = visibleText(text);
  if (!changed || tag === undefined) return visible;
  return tag === 'del' ? html`<del>${visible}</del>` : html`<ins>${visible}</ins>`;
}

function visibleText(text: string): HtmlValue {
  // A split by a group has what the group matched at every odd place.
  return text.split(invisible).map((part, index) => (index % 2 === 1 ? named(part) : part));
}

function named(character: string): Html {
  if (character === '\r') return html`<span class="hidden-character" title="Carriage return">CR</span>`;
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return html`<span class="hidden-character" title="A character that is not visible">${code}</span>`;
}
