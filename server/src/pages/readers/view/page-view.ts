import type { PageJobs } from '@copydesk/contract';
import { html } from '../../view/html.ts';
import type { Html } from '../../view/html.ts';
import { relativeTime } from '../../view/time.ts';
import { addressOf } from '../audience.ts';
import type { Audience } from '../audience.ts';
import { readersMain } from '../frame.ts';
import type { gatherPage } from '../gather.ts';
import type { ReadersQuery } from '../query.ts';
import { dataTable, figureCell, figureColumn, nothing, tablePanel } from '../tables.ts';
import { trendView } from './trend-view.ts';
import { visitsBackPanel } from './visits-back-panel.ts';
import { pathText, purposeNames } from '../words.ts';

interface PageView {
  audience: Audience;
  query: ReadersQuery;
  gathered: Awaited<ReturnType<typeof gatherPage>>;
  /** Absent for viewers who may not read jobs. */
  jobs: PageJobs['jobs'] | undefined;
}

/** Renders one page: its views over time, who read it, where they came from, and the jobs that changed it. */
export function pageMain({ audience, query, gathered, jobs }: PageView): Html {
  const { page } = gathered;
  return readersMain({
    audience,
    part: '/page',
    query,
    heading: html`<span class="path">${pathText(page.path, 2_000)}</span>`,
    filters: ['surface'],
    main: html`${trendView({ audience, part: '/page', query, trend: gathered, title: 'Views of this page' })}
      ${page.notFound.total > 0 && html`<p class="note">It was requested ${page.notFound.total.toLocaleString('en')} times with the answer “not found” in this range.</p>`}
      <div class="panels">${agentsPanel(audience, query, page)} ${referrersPanel(page)}</div>
      ${visitsBackPanel(page.visitsBack)} ${jobs !== undefined && jobsPanel(audience, jobs)}`,
  });
}

function agentsPanel(audience: Audience, query: ReadersQuery, { agents, bots }: PageView['gathered']['page']): Html {
  return tablePanel({
    id: 'agents',
    heading: 'AI agents',
    note: bots > 0 && `Beside them ${bots.toLocaleString('en')} views by other bots, which no total includes.`,
    table:
      agents.length === 0
        ? nothing('No AI agent read this page in this range.')
        : dataTable(
            'AI agents of this page',
            ['Agent', 'Purpose', figureColumn('Views')],
            agents.map(
              ({ agent, operator, purpose, views }) =>
                html`<tr>
                  <th scope="row">
                    <a href="${addressOf(audience, '/agents', query, { agent, path: undefined })}"
                      >${pathText(agent)}</a
                    >
                    <span class="meta">${operator}</span>
                  </th>
                  <td>${purposeNames[purpose]}</td>
                  ${figureCell(views)}
                </tr>`,
            ),
          ),
  });
}

function referrersPanel({ referrers, referrersOf }: PageView['gathered']['page']): Html {
  return tablePanel({
    id: 'referrers',
    heading: 'Where they came from',
    note:
      !referrersOf.complete && `Of the latest ${referrersOf.views.toLocaleString('en')} views that have a referrer.`,
    table:
      referrers.length === 0
        ? nothing('No view of this page has another site as its referrer.')
        : dataTable(
            'Referrers of this page',
            ['Site', figureColumn('People'), figureColumn('AI')],
            referrers.map(
              ({ referrer, product, human, ai }) =>
                html`<tr>
                  <th scope="row">
                    ${pathText(referrer)} ${product !== null && html`<span class="chip">${product}</span>`}
                  </th>
                  ${figureCell(human)}${figureCell(ai)}
                </tr>`,
            ),
          ),
  });
}

function jobsPanel({ jobs: base, now }: Audience, jobs: PageJobs['jobs']): Html {
  return tablePanel({
    id: 'jobs',
    heading: 'Jobs that changed it',
    note: 'Found by the file names from which such a page is usually made; the latest ten.',
    table:
      jobs.length === 0
        ? nothing('None yet.')
        : dataTable(
            'Jobs that changed this page',
            ['Job', 'State', 'Pull request', 'When'],
            jobs.map(
              ({ id, status, summary, pullRequests, createdAt, files }) =>
                html`<tr>
                  <th scope="row">
                    <a href="${base}/${id}"><bdi>${summary === '' ? id : summary.slice(0, 120).toWellFormed()}</bdi></a>
                    <span class="meta">${files.map((file) => html`<code>${pathText(file)}</code> `)}</span>
                  </th>
                  <td><span class="chip">${status}</span></td>
                  <td>${pullRequests.map(pullRequestLink)}</td>
                  <td>${relativeTime(new Date(createdAt), now)}</td>
                </tr>`,
            ),
          ),
  });
}

/** Links the pull request that changed the page, which need not be the last one of its job. */
function pullRequestLink({ number, state, url }: PageJobs['jobs'][number]['pullRequests'][number]): Html {
  const name = `#${number} ${state}`;
  return /^https?:/.test(url) ? html`<a href="${url}" rel="noopener noreferrer">${name}</a> ` : html`${name} `;
}
