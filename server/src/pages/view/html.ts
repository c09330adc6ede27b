import { nameOfInvisible, replaceInvisible, visibleText } from '@copydesk/contract/invisible';

/** Markup that may be put into a page unchanged. Only {@link html} turns text into markup, and escapes it. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

/**
 * A value in `${…}`: text is escaped, undefined, null and false become nothing, and a list is joined without
 * separators.
 */
export type HtmlValue = string | number | Html | undefined | null | false | readonly HtmlValue[];

/**
 * Returns a piece of a page: html`<p title="${text}">${text}</p>`. Attributes must be in double quotes. Invisible
 * characters of a text are marked in the page. Where no markup is allowed but somebody reads the text (titles, labels,
 * options of a select, texts of drawings), they are named in words. In addresses they are percent-encoded. Other
 * attributes and fields keep the text as it is, since it is sent back. A text with right-to-left letters is isolated,
 * so that it does not move the numbers and signs beside it.
 */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  const { literals, places } = readTemplate(strings);
  let markup = literals[0] ?? '';
  for (const [index, value] of values.entries()) {
    markup += markupOf(value, places[index] ?? 'text') + (literals[index + 1] ?? '');
  }
  return new Html(markup);
}

/**
 * Returns a piece of a text that is isolated as a whole, by an element with `dir="auto"` or `unicode-bidi`: see {@link
 * html}.
 */
export function pieceOfText(text: string): Html {
  return new Html(markedText(text));
}

/**
 * Where a value stands. Invisible characters become markup in `text` and words in `words`; in other places a mark would
 * become part of the value. `isolated` text already has an isolating element around it.
 */
type Place = 'text' | 'isolated' | 'words' | 'address' | 'verbatim';

interface Template {
  literals: string[];
  places: Place[];
}

const known = new WeakMap<TemplateStringsArray, Template>();

/** Removes the indents of the source: they were a third of a large diff, and have no use. */
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

/** Determines the place: inside a quoted attribute, in an element that may contain only text, or anywhere else. */
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
  // As browsers do with such an address before they request it.
  address: (text) => escapeHtml(replaceInvisible(text, (character) => encodeURIComponent(character.toWellFormed()))),
  verbatim: escapeHtml,
};

/** A letter that is written from right to left. Adlam, Rohingya and similar scripts are in the last two ranges. */
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
