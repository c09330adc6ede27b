import { splitBar, stripes } from '../chart/small-charts.ts';
import { html } from '../view/html.ts';
import type { Html, HtmlValue } from '../view/html.ts';
import { addressOf } from './audience.ts';
import type { Audience } from './audience.ts';
import { csvLink } from './csv-link.ts';
import { readersMain } from './frame.ts';
import { boundsOf, rowsPerPage } from './gather.ts';
import type { gatherOverview } from './gather.ts';
import type { ReadersQuery } from './query.ts';
import { barColumn, dataTable, figureCell, figureColumn, pager, tablePanel } from './tables.ts';
import { trendView } from './view/trend-view.ts';
import { pathText } from './words.ts';

interface Overview {
  audience: Audience;
  query: ReadersQuery;
  overview: Awaited<ReturnType<typeof gatherOverview>>;
  /** Beside the heading, and below everything. */
  actions?: HtmlValue;
  foot?: HtmlValue;
  /** What to do where nothing has been counted yet. */
  empty: HtmlValue;
}

/** Renders all pages of a project, with people and AI apart. */
export function overviewMain({ audience, query, overview, actions, foot, empty }: Overview): Html {
  const isEmpty = overview.views.views.length === 0;
  return readersMain({
    audience,
    part: '',
    query,
    heading: 'Readers',
    actions,
    filters: ['path', 'purpose', 'surface'],
    main: html`${trendView({ audience, part: '', query, trend: overview, title: 'Views' })}
    ${isEmpty ? html`<section class="panel">${empty}</section>` : pagesPanel({ audience, query, overview })}${foot}`,
  });
}

function pagesPanel({ audience, query, overview }: Pick<Overview, 'audience' | 'query' | 'overview'>): Html {
  const { views, hasMore } = overview.views;
  const greatest = Math.max(...views.map(({ total }) => total));
  const { path, purpose, agent, surface } = query;
  return html`${stripes}${tablePanel({
    id: 'pages',
    heading: 'Pages',
    actions: csvLink(audience, 'views/export', { ...boundsOf(overview.range), path, purpose, agent, surface }),
    table: dataTable(
      'Pages by views, most first',
      ['Page', barColumn('Who reads'), figureColumn('People'), figureColumn('AI'), figureColumn('Total')],
      views.map(
        (row) =>
          html`<tr>
            <th scope="row">
              <a href="${pageAddress(audience, query, row.path)}" title="${row.path}">${pathText(row.path)}</a>
            </th>
            <td class="bar-cell">${splitBar(row, greatest)}</td>
            ${figureCell(row.human)}${figureCell(row.ai)}${figureCell(row.total)}
          </tr>`,
      ),
    ),
  })}
  ${pager(query.page, hasMore, (page) => addressOf(audience, '', query, { page }))}
  ${query.page > 1 && html`<p class="meta">From ${(query.page - 1) * rowsPerPage + 1} on</p>`}`;
}

/** Returns the address of a page's own view, with the same range. */
export function pageAddress(audience: Audience, query: ReadersQuery, path: string): string {
  return addressOf(audience, '/page', query, { path, page: 1, purpose: undefined, agent: undefined });
}
