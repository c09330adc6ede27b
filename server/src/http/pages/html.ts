/** Markup that may stand in a page as it is. Text becomes markup by {@link html} alone, which escapes it. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

/** What may stand in `${…}`: text is escaped, nothing is nothing, and a list stands without separators. */
export type HtmlValue = string | number | Html | undefined | null | false | readonly HtmlValue[];

/** A piece of a page: html`<p title="${text}">${text}</p>`. Attributes must be in double quotes. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  let markup = strings[0] ?? '';
  for (const [index, value] of values.entries()) markup += markupOf(value) + (strings[index + 1] ?? '');
  return new Html(markup);
}

function markupOf(value: HtmlValue): string {
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value === 'number') return String(value);
  if (value instanceof Html) return value.markup;
  if (value === undefined || value === null || value === false) return '';
  return value.map(markupOf).join('');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
