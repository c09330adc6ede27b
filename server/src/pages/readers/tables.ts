import { figure } from '../chart/series-chart.ts';
import { html } from '../view/html.ts';
import type { Html, HtmlValue } from '../view/html.ts';
import { rowsPerPage } from './gather.ts';

/** Renders a table of the readers' pages. Its caption is for screen readers; the heading beside it is visible. */
export function dataTable(caption: string, columns: readonly Column[], rows: readonly Html[]): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}">
    <table class="data">
      <caption class="visually-hidden">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map(columnHead)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

type Column = string | { name: string; kind: 'figure' | 'bar-cell' };

function columnHead(column: Column): Html {
  if (typeof column === 'string') return html`<th scope="col">${column}</th>`;
  return html`<th scope="col" class="${column.kind}">${column.name}</th>`;
}

export const figureColumn = (name: string) => ({ name, kind: 'figure' as const });

/** Hidden on phones: the figures say the same. */
export const barColumn = (name: string) => ({ name, kind: 'bar-cell' as const });

export const figureCell = (value: number): Html => html`<td class="figure">${figure(value)}</td>`;

/** Renders the links to the previous and next page of results. */
export function pager(page: number, hasMore: boolean, addressOf: (page: number) => string): Html | undefined {
  if (page === 1 && !hasMore) return undefined;
  return html`<nav class="pager" aria-label="Pages of results">
    ${page > 1 && html`<a class="button quiet" rel="prev" href="${addressOf(page - 1)}">Previous ${rowsPerPage}</a>`}
    ${hasMore && html`<a class="button quiet" rel="next" href="${addressOf(page + 1)}">Next ${rowsPerPage}</a>`}
  </nav>`;
}

/** Renders a panel with a table, or with an explanation where there are no rows. */
export function tablePanel(panel: {
  id: string;
  heading: string;
  note?: HtmlValue;
  actions?: HtmlValue;
  table: HtmlValue;
}): Html {
  const { id, heading, note, actions, table } = panel;
  return html`<section class="panel" aria-labelledby="${id}">
    <header>
      <h2 id="${id}">${heading}</h2>
      ${actions}
    </header>
    ${note !== undefined && note !== false && html`<p class="meta under">${note}</p>`} ${table}
  </section>`;
}

export const nothing = (text: HtmlValue): Html => html`<p class="note under">${text}</p>`;
