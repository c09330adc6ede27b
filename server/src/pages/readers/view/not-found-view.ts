import type { NotFoundResult } from '@copydesk/contract';
import { figure } from '../../chart/series-chart.ts';
import { html } from '../../view/html.ts';
import type { Html } from '../../view/html.ts';
import { addressOf } from '../audience.ts';
import type { Audience } from '../audience.ts';
import { csvLink } from '../csv-link.ts';
import { readersMain } from '../frame.ts';
import { boundsOf } from '../gather.ts';
import { pageAddress } from '../overview.ts';
import type { ReadersQuery } from '../query.ts';
import { rangeOf } from '../range.ts';
import { dataTable, figureCell, figureColumn, nothing, pager, tablePanel } from '../tables.ts';
import { repairForm } from '../repair-form.ts';
import { pathText } from '../words.ts';

/** Renders the addresses that readers did not find, who the readers were, and where they came from. */
export function notFoundMain(view: { audience: Audience; query: ReadersQuery; notFound: NotFoundResult }): Html {
  const { audience, query, notFound } = view;
  const { totals, paths, hasMore } = notFound;
  const { path, purpose, agent, surface } = query;
  const table = dataTable(
    'Paths that were not found, most often first',
    ['Asked for', figureColumn('People'), figureColumn('AI'), 'By agents', 'From'],
    paths.map((row) => pathRow(audience, query, row)),
  );
  return readersMain({
    audience,
    part: '/not-found',
    query,
    heading: 'Not found',
    filters: ['path', 'purpose', 'surface'],
    main: html`${tablePanel({
      id: 'paths',
      heading: `${figure(totals.human)} requests by people, ${figure(totals.ai)} by AI`,
      note: 'Answered 404 or 410. If agents request an address often, they expect it: a redirect or a page there helps them.',
      actions: csvLink(audience, 'not-found', {
        ...boundsOf(rangeOf(query, audience.now)),
        path,
        purpose,
        agent,
        surface,
      }),
      table: paths.length === 0 ? nothing('Every path that was requested in this range was found.') : table,
    })}
    ${paths.length > 0 && repairForm(audience)}
    ${pager(query.page, hasMore, (page) => addressOf(audience, '/not-found', query, { page }))}`,
  });
}

function pathRow(audience: Audience, query: ReadersQuery, row: NotFoundResult['paths'][number]): Html {
  const { path, human, ai, agents = [], referrers = [] } = row;
  return html`<tr>
    <th scope="row"><a href="${pageAddress(audience, query, path)}" title="${path}">${pathText(path)}</a></th>
    ${figureCell(human)}${figureCell(ai)}
    <td>
      ${agents.slice(0, 3).map(({ agent, views }) => html`<span class="chip">${pathText(agent)} ${figure(views)}</span> `)}${agents.length > 3 && html`<span class="meta">and ${agents.length - 3} more</span>`}
    </td>
    <td>
      ${referrers.slice(0, 3).map(({ referrer, product, views }) => html`<span class="chip" title="${referrer}">${pathText(product ?? referrer)} ${figure(views)}</span> `)}
    </td>
  </tr>`;
}
