import { invisible, nameOfInvisible, visiblePlainText } from './invisible.ts';

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
 * text is marked where it stands in the page, and told in words where no markup may stand but somebody reads it: in
 * titles, labels and what is chosen from a list. Other attributes and fields have it as it is, for it is sent back.
 */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  const { literals, places } = readTemplate(strings);
  let markup = literals[0] ?? '';
  for (const [index, value] of values.entries()) {
    markup += markupOf(value, places[index] ?? 'text') + (literals[index + 1] ?? '');
  }
  return new Html(markup);
}

/** Where a value stands: marks would be markup in a text, words in what is read alone, and part of the value elsewhere. */
type Place = 'text' | 'words' | 'verbatim';

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
  if (/(^|\s)(title|aria-label|alt|label|placeholder)="[^"]*$/.test(written)) return 'words';
  if (/="[^"]*$/.test(written) || /<textarea\b[^>]*>[^<]*$/.test(written)) return 'verbatim';
  return /<(title|option)\b[^>]*>[^<]*$/.test(written) ? 'words' : 'text';
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
  text: markedText,
  words: (text) => escapeHtml(visiblePlainText(text)),
  verbatim: escapeHtml,
};

function markedText(text: string): string {
  return escapeHtml(text).replace(
    invisible,
    (character) =>
      `<span class="hidden-character" title="A character that is not visible">${nameOfInvisible(character)}</span>`,
  );
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
