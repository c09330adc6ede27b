import type { UnknownReadersResult } from '@copydesk/contract';
import { figure } from '../../chart/series-chart.ts';
import { html } from '../../view/html.ts';
import type { Html } from '../../view/html.ts';
import { relativeTime } from '../../view/time.ts';
import { addressOf } from '../audience.ts';
import type { Audience } from '../audience.ts';
import { csvLink } from '../csv-link.ts';
import { readersMain } from '../frame.ts';
import { boundsOf } from '../gather.ts';
import type { ReadersQuery } from '../query.ts';
import { rangeOf } from '../range.ts';
import { dataTable, figureCell, figureColumn, nothing, pager, tablePanel } from '../tables.ts';
import { pathText } from '../words.ts';

type UnknownReader = UnknownReadersResult['readers'][number];

/** Renders readers that look unusual, with suggested rules, for people who know the site's own programs. */
export function unknownMain(view: { audience: Audience; query: ReadersQuery; unknown: UnknownReadersResult }): Html {
  const { audience, query, unknown } = view;
  const { totals, readers, hasMore } = unknown;
  const table = dataTable(
    'Readers that look unusual by views, most first',
    ['User agent', figureColumn('Views'), 'What is unusual', 'Counts as', 'A rule to start with', 'Last seen'],
    readers.map((reader) => unknownRow(audience, reader)),
  );
  return readersMain({
    audience,
    part: '/unknown',
    query,
    heading: 'Readers that look unusual',
    actions: html`<a class="button quiet" href="${addressOf(audience, '/agents', query, { page: 1 })}">AI agents</a>`,
    main: html`${tablePanel({
      id: 'unknown',
      heading: totals.readers === 1 ? '1 reader' : `${figure(totals.readers)} readers`,
      note: html`At most the last 31 days of the range. Copydesk does not guess, so counts stay as they are: if you know
        who it is, add the rule, adapted if necessary, to <b>Who reads</b> in the settings or to <code>--rule</code>.
        For browsers, only names and main versions are stored, so a rule made from them may match too much.`,
      actions: csvLink(audience, 'unknown-readers', boundsOf(rangeOf(query, audience.now))),
      table: readers.length === 0 ? nothing('No reader looked unusual in this range.') : table,
    })}
    ${pager(query.page, hasMore, (page) => addressOf(audience, '/unknown', query, { page }))}`,
  });
}

function unknownRow({ now }: Audience, { userAgent, class: kind, mark, views, lastSeen, rule }: UnknownReader): Html {
  return html`<tr>
    <th scope="row">${userAgent === '' ? 'Without a user agent' : pathText(userAgent)}</th>
    ${figureCell(views)}
    <td>${marks[mark]}</td>
    <td>${kind === 'human' ? 'Person' : 'Bot'}</td>
    <td>${rule === null ? 'None: most people would match' : html`<code>${pathText(rule)}</code>`}</td>
    <td>${relativeTime(new Date(lastSeen), now)}</td>
  </tr>`;
}

const marks: Record<UnknownReader['mark'], string> = {
  no_name: 'No rule names it',
  headless: 'A program controls it',
  no_fetch_metadata: 'Without the headers that its version sends',
  steady: 'A page every two seconds or faster',
};
