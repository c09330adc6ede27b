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
  const [first = '', ...others] = withoutIndents(strings);
  let markup = first;
  for (const [index, value] of values.entries()) markup += markupOf(value) + (others[index] ?? '');
  return new Html(markup);
}

const compact = new WeakMap<TemplateStringsArray, string[]>();

/** The source's indents, a third of a large diff, are of no use to anybody. */
function withoutIndents(strings: TemplateStringsArray): string[] {
  const known = compact.get(strings);
  if (known !== undefined) return known;
  const made = strings.map((text) => text.replace(/\n\s+/g, '\n'));
  compact.set(strings, made);
  return made;
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
