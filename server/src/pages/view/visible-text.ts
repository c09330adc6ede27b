import { html } from './html.ts';
import type { Html, HtmlValue } from './html.ts';

/**
 * Characters that a reader does not see and that can make one text look like another (CVE-2021-42574):
 * controls, zero-width and bidirectional ones, fillers and tags. The zero-width joiner of emoji is let be.
 */
const invisible =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /([\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}])/u;

/** A text that somebody else wrote, with what cannot be seen made visible. */
export function visibleText(text: string): HtmlValue {
  // A split by a group has what the group matched at every odd place.
  return text.split(invisible).map((part, index) => (index % 2 === 1 ? named(part) : part));
}

function named(character: string): Html {
  if (character === '\r') return html`<span class="hidden-character" title="Carriage return">CR</span>`;
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return html`<span class="hidden-character" title="A character that is not visible">${code}</span>`;
}
