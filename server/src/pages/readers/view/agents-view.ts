import type { AgentsResult, ViewsResult } from '@copydesk/contract';
import { figure } from '../../chart/series-chart.ts';
import { sparkline, splitBar, stripes } from '../../chart/small-charts.ts';
import { html } from '../../view/html.ts';
import type { Html } from '../../view/html.ts';
import { relativeTime } from '../../view/time.ts';
import { addressOf } from '../audience.ts';
import type { Audience } from '../audience.ts';
import { csvLink } from '../csv-link.ts';
import { readersMain } from '../frame.ts';
import { boundsOf } from '../gather.ts';
import type { ViewTrend } from '../gather.ts';
import { pageAddress } from '../overview.ts';
import type { ReadersQuery } from '../query.ts';
import { rangeOf, trendIntervalOf, wholeTimes } from '../range.ts';
import { barColumn, dataTable, figureCell, figureColumn, nothing, pager, tablePanel } from '../tables.ts';
import { trendView } from './trend-view.ts';
import { visitsBackPanel } from './visits-back-panel.ts';
import { pathText, purposeNames } from '../words.ts';

type Agent = AgentsResult['agents'][number];

/** Renders all AI agents that read the docs. */
export function agentsMain(view: { audience: Audience; query: ReadersQuery; agents: AgentsResult }): Html {
  const { audience, query, agents: result } = view;
  const { totals, agents, trendStarts = [], hasMore } = result;
  const range = rangeOf(query, audience.now);
  const series = { interval: trendIntervalOf(range), timeZone: 'UTC' };
  const isShown = wholeTimes(
    trendStarts.map((start) => new Date(start)),
    series,
    range,
    audience.now,
  );
  const wholeOf = (trend: Agent['trend'] = []): number[] => trend.filter((_, place) => isShown[place]);
  const table = dataTable(
    'AI agents by views, most first',
    ['Agent', 'Operator', 'Purpose', 'Trend', figureColumn('Views'), figureColumn('Verified'), 'Last seen'],
    agents.map((agent) => agentRow(audience, query, { ...agent, trend: wholeOf(agent.trend) })),
  );
  return readersMain({
    audience,
    part: '/agents',
    query,
    heading: 'AI agents',
    actions:
      audience.api !== undefined &&
      html`<a class="button quiet" href="${addressOf(audience, '/unknown', query, { page: 1, surface: undefined })}"
        >Readers that look unusual</a
      >`,
    filters: ['surface'],
    main: html`${tablePanel({
      id: 'agents',
      heading: `${figure(totals.ai)} views by AI`,
      note: html`<b>Verified</b> is the share that came from an address of the operator or with its signature. Others
        only claim to be the agent; if the address does not belong to the operator, a view is <b>spoofed</b>.`,
      actions: csvLink(audience, 'agents', { ...boundsOf(range), surface: query.surface }),
      table: agents.length === 0 ? nothing('No AI agent read anything in this range.') : table,
    })}
    ${query.page === 1 && visitsBackPanel(result.visitsBack ?? [])}
    ${pager(query.page, hasMore, (page) => addressOf(audience, '/agents', query, { page }))}`,
  });
}

function agentRow(audience: Audience, query: ReadersQuery, agent: Agent): Html {
  const { trend = [], verification } = agent;
  const [first = 0, last = 0] = [trend[0], trend.at(-1)];
  return html`<tr>
    <th scope="row">
      <a href="${addressOf(audience, '/agents', query, { agent: agent.agent, page: 1 })}">${pathText(agent.agent)}</a>
    </th>
    <td>${pathText(agent.operator)}</td>
    <td>${purposeNames[agent.purpose]}</td>
    <td>${sparkline(trend, `From ${figure(first)} at first to ${figure(last)} at last`)}</td>
    ${figureCell(agent.views)}
    <td
      class="figure"
      title="${verification.verified} verified, ${verification.claimed} claimed, ${verification.unverifiable} not verifiable, ${verification.spoofed} spoofed"
    >
      ${Math.round(100 * agent.verifiedShare)}
      %${verification.spoofed > 0 && html` <span class="chip bad">${figure(verification.spoofed)} spoofed</span>`}
    </td>
    <td>${relativeTime(new Date(agent.lastSeen), audience.now)}</td>
  </tr>`;
}

/** Renders one agent: its views over time, how many of them are verified, and what it reads. */
export function agentMain(view: {
  audience: Audience;
  query: ReadersQuery;
  agent: string;
  trend: ViewTrend;
  rows: Agent[];
  views: ViewsResult;
}): Html {
  const { audience, query, agent, trend, rows, views } = view;
  const greatest = Math.max(...views.views.map(({ total }) => total));
  return readersMain({
    audience,
    part: '/agents',
    query,
    heading: pathText(agent),
    filters: ['surface'],
    actions: html`<a class="button quiet" href="${addressOf(audience, '/agents', query, { agent: undefined })}"
      >All agents</a
    >`,
    main: html`${stripes}${trendView({ audience, part: '/agents', query, trend, title: 'Views by this agent' })}
    ${rows.map((row) => agentFacts(audience, row))}
    ${tablePanel({
      id: 'pages',
      heading: 'What it reads',
      actions: csvLink(audience, 'views/export', { ...boundsOf(trend.range), agent, surface: query.surface }),
      table:
        views.views.length === 0
          ? nothing('It read nothing in this range.')
          : dataTable(
              'Pages that this agent reads',
              ['Page', barColumn('Share'), figureColumn('Views')],
              views.views.map(
                (row) =>
                  html`<tr>
                    <th scope="row">
                      <a href="${pageAddress(audience, query, row.path)}" title="${row.path}">${pathText(row.path)}</a>
                    </th>
                    <td class="bar-cell">${splitBar(row, greatest)}</td>
                    ${figureCell(row.total)}
                  </tr>`,
              ),
            ),
    })}
    ${pager(query.page, views.hasMore, (page) => addressOf(audience, '/agents', query, { page }))}`,
  });
}

function agentFacts({ now }: Audience, { operator, purpose, verification, surfaces, lastSeen }: Agent): Html {
  return html`<section class="panel" aria-label="About the agent">
    <div class="body">
      <dl class="facts">
        <dt>Operator</dt>
        <dd>${pathText(operator)}</dd>
        <dt>Purpose</dt>
        <dd>${purposeNames[purpose]}</dd>
        <dt>Verified</dt>
        <dd>
          ${figure(verification.verified)} verified, ${figure(verification.claimed)} claimed,
          ${figure(verification.unverifiable)} not verifiable, ${figure(verification.spoofed)} spoofed
        </dd>
        <dt>Asked for</dt>
        <dd>
          ${figure(surfaces.html)} as HTML, ${figure(surfaces.markdown)} as Markdown, ${figure(surfaces['llms.txt'])} of
          llms.txt
        </dd>
        <dt>Last seen</dt>
        <dd>${relativeTime(new Date(lastSeen), now)}</dd>
      </dl>
    </div>
  </section>`;
}
