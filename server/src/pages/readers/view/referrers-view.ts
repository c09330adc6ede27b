import type { ReferrersResult } from '@copydesk/contract';
import { figure } from '../../chart/series-chart.ts';
import { splitBar, stripes } from '../../chart/small-charts.ts';
import { html } from '../../view/html.ts';
import type { Html } from '../../view/html.ts';
import { addressOf } from '../audience.ts';
import type { Audience } from '../audience.ts';
import { csvLink } from '../csv-link.ts';
import { readersMain } from '../frame.ts';
import { boundsOf } from '../gather.ts';
import type { ReadersQuery } from '../query.ts';
import { rangeOf } from '../range.ts';
import { barColumn, dataTable, figureCell, figureColumn, nothing, pager, tablePanel } from '../tables.ts';
import { pathText } from '../words.ts';

/** Renders the sites that send readers. AI products are shown by name. */
export function referrersMain(view: { audience: Audience; query: ReadersQuery; result: ReferrersResult }): Html {
  const { audience, query, result } = view;
  const { totals, referrers, hasMore } = result;
  const greatest = Math.max(...referrers.map(({ total }) => total));
  const table = dataTable(
    'Sites that send readers, most first',
    ['Site', barColumn('Who came'), figureColumn('People'), figureColumn('AI'), figureColumn('Total')],
    referrers.map(
      (row) =>
        html`<tr>
          <th scope="row">
            ${pathText(row.referrer)}
            ${row.product !== null && html`<span class="chip good" title="${row.operator ?? ''}">${row.product}</span>`}
          </th>
          <td class="bar-cell">${splitBar(row, greatest)}</td>
          ${figureCell(row.human)}${figureCell(row.ai)}${figureCell(row.total)}
        </tr>`,
    ),
  );
  return readersMain({
    audience,
    part: '/referrers',
    query,
    heading: 'Referrers',
    main: html`${stripes}${tablePanel({
      id: 'referrers',
      heading: `${figure(totals.total)} views came from other sites`,
      note: 'As far as browsers report it. Sites of AI products show the name of the product.',
      actions: csvLink(audience, 'referrers', boundsOf(rangeOf(query, audience.now))),
      table: referrers.length === 0 ? nothing('Nobody came from another site in this range.') : table,
    })}
    ${pager(query.page, hasMore, (page) => addressOf(audience, '/referrers', query, { page }))}`,
  });
}
