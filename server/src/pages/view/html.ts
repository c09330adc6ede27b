import { nameOfInvisible, replaceInvisible, visibleText } from '@copydesk/contract/invisible';

/** Markup that may stand in a page as it is. Text becomes markup by {@link html} alone, which escapes it. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

/** What may stand in `${…}`: text is escaped, nothing is nothing, and a list stands without separators. */
export type HtmlValue = string | number | Html | undefined | null | false | readonly HtmlValue[];

/**
 * A piece of a page: html`<p title="${text}">${text}</p>`. Attributes must be in double quotes. What cannot be seen of a
 * text is marked where it stands in the page, told in words where no markup may stand but somebody reads it (titles, labels,
 * what is chosen from a list, texts of drawings), and percent-encoded in addresses. Other attributes and fields have it as it
 * is, for it is sent back. A text with letters that are written from right to left is isolated, so that it does not take
 * the numbers and signs beside it along.
 */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  const { literals, places } = readTemplate(strings);
  let markup = literals[0] ?? '';
  for (const [index, value] of values.entries()) {
    markup += markupOf(value, places[index] ?? 'text') + (literals[index + 1] ?? '');
  }
  return new Html(markup);
}

/** A piece of a text that is isolated as a whole, by an element with `dir="auto"` or `unicode-bidi`: see {@link html}. */
export function pieceOfText(text: string): Html {
  return new Html(markedText(text));
}

/**
 * Where a value stands: marks are markup in a text, words in what is read alone, and would be part of the value elsewhere. What is
 * `isolated` has its own element for it already.
 */
type Place = 'text' | 'isolated' | 'words' | 'address' | 'verbatim';

interface Template {
  literals: string[];
  places: Place[];
}

const known = new WeakMap<TemplateStringsArray, Template>();

/** The source's indents, a third of a large diff, are of no use to anybody. */
function readTemplate(strings: TemplateStringsArray): Template {
  const before = known.get(strings);
  if (before !== undefined) return before;
  const template: Template = { literals: strings.map((text) => text.replace(/\n\s+/g, '\n')), places: [] };
  let written = '';
  for (const literal of template.literals) {
    written += literal;
    template.places.push(placeAfter(written));
  }
  known.set(strings, template);
  return template;
}

/** Within the quotes of an attribute, in elements that hold nothing but text, or anywhere else. */
function placeAfter(written: string): Place {
  const [, attribute] = /(?:^|\s)([\w-]+)="[^"]*$/.exec(written) ?? [];
  if (attribute !== undefined) return readAttributes.has(attribute) ? 'words' : addressOr(attribute);
  if (/<textarea\b[^>]*>[^<]*$/.test(written)) return 'verbatim';
  if (/<(title|option|text|desc)\b[^>]*>[^<]*$/.test(written)) return 'words';
  return /<bdi>$|<\w+\b[^>]* dir="auto"[^>]*>\s*$/.test(written) ? 'isolated' : 'text';
}

const readAttributes = new Set(['title', 'aria-label', 'alt', 'label', 'placeholder']);

function addressOr(attribute: string): Place {
  return ['href', 'src', 'action', 'formaction'].includes(attribute) ? 'address' : 'verbatim';
}

function markupOf(value: HtmlValue, place: Place): string {
  if (typeof value === 'string') return stringMarkup[place](value);
  if (typeof value === 'number') return String(value);
  if (value instanceof Html) return value.markup;
  if (value === undefined || value === null || value === false) return '';
  let markup = '';
  for (const one of value) markup += markupOf(one, place);
  return markup;
}

const stringMarkup: Record<Place, (text: string) => string> = {
  text: (text) => (rightToLeft.test(text) ? `<bdi>${markedText(text)}</bdi>` : markedText(text)),
  isolated: markedText,
  words: (text) => escapeHtml(visibleText(text)),
  // As browsers do with such an address before they ask for it.
  address: (text) => escapeHtml(replaceInvisible(text, (character) => encodeURIComponent(character.toWellFormed()))),
  verbatim: escapeHtml,
};

/** A letter that is written from right to left; Adlam, Rohingya and their like lie in the last two ranges. */
const rightToLeft = /(?=\p{L})[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

function markedText(text: string): string {
  return replaceInvisible(
    escapeHtml(text),
    (character) =>
      `<span class="hidden-character" title="A character that is not visible">${nameOfInvisible(character)}</span>`,
  );
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
