import { dropReasons } from '@copydesk/contract';
import type { BotsResult, HealthResult } from '@copydesk/contract';
import { figure } from '../../chart/series-chart.ts';
import { sidesWords } from '../../counting/people-sides.ts';
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
import { pathText, rangeWords } from '../words.ts';

interface LeftOut {
  audience: Audience;
  query: ReadersQuery;
  bots: BotsResult;
  health: HealthResult;
  /** The range of the health data: whole days. */
  healthRange: { from?: Date; to?: Date } | undefined;
}

/** Renders what was not counted, so that readers can trust the numbers. */
export function leftOutMain(view: LeftOut): Html {
  const { audience, query } = view;
  return readersMain({
    audience,
    part: '/left-out',
    query,
    heading: 'Left out',
    main: html`<div class="panels">${botsPanel(view)} ${dropsPanel(view)}</div>`,
  });
}

function botsPanel({ audience, query, bots: { totals, bots, hasMore } }: LeftOut): Html {
  return html`<div>
    ${tablePanel({
      id: 'bots',
      heading: `${figure(totals.views)} views by bots`,
      note: 'Search engines, monitors, previews, scripts. They are stored, but no total includes them.',
      actions: csvLink(audience, 'bots', boundsOf(rangeOf(query, audience.now))),
      table:
        bots.length === 0
          ? nothing('No bot read anything in this range.')
          : dataTable(
              'Bots by views, most first',
              ['Bot', figureColumn('Views'), 'Last seen'],
              bots.map(
                ({ bot, operator, views, lastSeen }) =>
                  html`<tr>
                    <th scope="row">
                      ${pathText(bot === '' ? 'Without a name' : bot)} <span class="meta">${pathText(operator)}</span>
                    </th>
                    ${figureCell(views)}
                    <td>${relativeTime(new Date(lastSeen), audience.now)}</td>
                  </tr>`,
              ),
            ),
    })}
    ${pager(query.page, hasMore, (page) => addressOf(audience, '/left-out', query, { page }))}
  </div>`;
}

function dropsPanel({ audience, query, health: { totals }, healthRange }: LeftOut): Html {
  const dropped = Object.entries(dropReasons)
    .map(([reason, meaning]) => ({ reason, meaning, count: countOf(totals.dropped, reason) }))
    .filter(({ count }) => count > 0)
    .sort((left, right) => right.count - left.count);
  const refused = Object.entries(totals.refused).sort(([, left], [, right]) => right - left);
  const range = healthRange ?? rangeOf(query, audience.now);
  const bounds =
    'dateFrom' in range || 'dateTo' in range ? range : { dateFrom: healthRange?.from, dateTo: healthRange?.to };
  const sides = sidesWords(totals.people);
  return tablePanel({
    id: 'drops',
    heading: 'What arrived, and what was dropped',
    note: html`By the day of arrival, in whole days of UTC (${rangeWords(bounds, 'UTC')}): ${figure(totals.accepted)}
    counted, of them ${figure(totals.late)} late (after their own day was over), and ${figure(totals.duplicates)}
    duplicates. ${sides !== undefined && html`<b>${sides}</b>`}`,
    actions: csvLink(audience, 'health', boundsOf(rangeOf(query, audience.now))),
    table:
      dropped.length === 0 && refused.length === 0
        ? nothing('Nothing was dropped.')
        : dataTable(
            'Drops by reason',
            ['Reason', 'What it is', figureColumn('Events')],
            [
              ...dropped.map(
                ({ reason, meaning, count }) =>
                  html`<tr>
                    <th scope="row"><code>${reason}</code></th>
                    <td>${meaning}</td>
                    ${figureCell(count)}
                  </tr>`,
              ),
              ...refused.map(
                ([code, count]) =>
                  html`<tr>
                    <th scope="row"><code>${code}</code></th>
                    <td>A request that was refused completely</td>
                    ${figureCell(count)}
                  </tr>`,
              ),
            ],
          ),
  });
}

export function countOf(counts: Partial<Record<string, number>>, name: string): number {
  return counts[name] ?? 0;
}
