import { invisible, nameOfInvisible } from './invisible.ts';

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
 * text is marked where it stands in the page; attributes, fields and titles have it as it is.
 */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  const { literals, places } = readTemplate(strings);
  let markup = literals[0] ?? '';
  for (const [index, value] of values.entries()) {
    markup += markupOf(value, places[index] ?? 'text') + (literals[index + 1] ?? '');
  }
  return new Html(markup);
}

/** Where a value stands: marks would be markup in a text, and part of the value elsewhere. */
type Place = 'text' | 'verbatim';

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
    template.places.push(isVerbatim(written) ? 'verbatim' : 'text');
  }
  known.set(strings, template);
  return template;
}

/** Within the quotes of an attribute, and in elements that hold nothing but text. */
function isVerbatim(written: string): boolean {
  return /="[^"]*$/.test(written) || /<(title|textarea)\b[^>]*>[^<]*$/.test(written);
}

function markupOf(value: HtmlValue, place: Place): string {
  if (typeof value === 'string') return place === 'text' ? markedText(value) : escapeHtml(value);
  if (typeof value === 'number') return String(value);
  if (value instanceof Html) return value.markup;
  if (value === undefined || value === null || value === false) return '';
  let markup = '';
  for (const one of value) markup += markupOf(one, place);
  return markup;
}

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
