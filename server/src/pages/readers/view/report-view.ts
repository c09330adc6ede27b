import type { EffectCounts, Report, ReportAudience, ReportPage, ReportWork } from '@copydesk/contract';
import { dayMilliseconds } from '../../../analytics/store/calendar.ts';
import { gapsText } from '../../../reports/gaps-text.ts';
import { reportMarkdown, titleOf } from '../../../reports/markdown.ts';
import { readingPurposes } from '../../../reports/reading-purposes.ts';
import { html } from '../../view/html.ts';
import type { Html, HtmlValue } from '../../view/html.ts';
import { number, plural } from '../../view/numbers.ts';
import type { Audience } from '../audience.ts';
import { partsNavigation } from '../frame.ts';
import { pageAddress } from '../overview.ts';
import { readQuery } from '../query.ts';
import type { ReadersQuery } from '../query.ts';
import { effectList } from '../report-work.ts';
import { dataTable, figureCell, figureColumn, nothing, tablePanel } from '../tables.ts';
import { changeText, pathText, purposeNames } from '../words.ts';

interface ReportView {
  audience: Audience;
  report: Report;
}

/** `Week of 16 November 2026` */
export function reportTitle(report: Report): string {
  const title = titleOf(report);
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** Renders the report of a week or a month, with links to those before and after. */
export function reportMain({ audience, report }: ReportView): Html {
  const query = queryOf(report);
  const shown = { audience, query };
  return html`<section class="readers">
    <header class="page-head"><h1>${reportTitle(report)}</h1></header>
    ${partsNavigation({ audience, part: '/report', query })} ${periods(audience, report)} ${readersPanel(report)}
    ${audiencePanels(shown, 'people', report.human)} ${audiencePanels(shown, 'AI', report.ai)}
    ${missedPanel(shown, report)} ${feedbackPanel(shown, report)} ${report.work && workPanels(report.work)}
    ${tablePanel({
      id: 'report-as-markdown',
      heading: 'As Markdown',
      note: 'For a mail, a chat or an issue.',
      actions: html`<copy-button for="report-markdown"></copy-button>`,
      table: html`<details class="under">
        <summary>Show it</summary>
        <div class="scroll" tabindex="0" role="region" aria-label="The report as Markdown">
          <pre id="report-markdown">${reportMarkdown(audience.project.name, report)}</pre>
        </div>
      </details>`,
    })}
  </section>`;
}

/** Returns the days of the report as a query of the other readers' pages. */
function queryOf({ from, to }: Report): ReadersQuery {
  return readQuery({ from: dateOf(from), to: dateOf(new Date(Date.parse(to) - 1).toISOString()) });
}

function dateOf(at: string): string {
  return at.slice(0, 10);
}

function periods({ base }: Audience, { period, from, to, before, isComplete, gaps }: Report): Html {
  const address = (asked: string, date?: string) => `${base}/report?period=${asked}${date ? `&date=${date}` : ''}`;
  const earlier = dateOf(new Date(Date.parse(from) - dayMilliseconds).toISOString());
  const days = Math.round((Date.parse(to) - Date.parse(from)) / dayMilliseconds);
  return html`<div class="range">
    <nav class="toggle" aria-label="Period">
      ${(['week', 'month'] as const).map((one) => html`<a href="${address(one)}" ${one === period && html` aria-current="true"`}>${one === 'week' ? 'Week' : 'Month'}</a>`)}
    </nav>
    <nav class="pager" aria-label="Other reports">
      <a class="button quiet" rel="prev" href="${address(period, earlier)}">The ${period} before</a>
      ${isComplete && html`<a class="button quiet" rel="next" href="${address(period, dateOf(to))}">The ${period} after</a>`}
    </nav>
    <p class="meta">
      ${days === 0 ? 'No day of it is over yet.' : `${plural(days, 'day')} of UTC from ${dateOf(from)} on, compared with as many from ${dateOf(before.from)} on: the same days of the week.`}
      ${!isComplete && days > 0 && 'It is not over.'} ${gapsText(gaps)}
    </p>
  </div>`;
}

const countColumns = [figureColumn('Views'), figureColumn('Before'), figureColumn('Change')];

function readersPanel({ human, ai, notFound }: Report): Html {
  const rows: [string, EffectCounts][] = [
    ['People', { before: human.before, after: human.views }],
    ['AI', { before: ai.before, after: ai.views }],
    ...readingPurposes(ai).map((purpose): [string, EffectCounts] => [
      `AI: ${purposeNames[purpose]}`,
      ai.purposes[purpose],
    ]),
    ['Not found, people', notFound.human],
    ['Not found, AI', notFound.ai],
  ];
  return tablePanel({
    id: 'report-readers',
    heading: 'Readers',
    table: dataTable(
      'Views by readers, compared with before',
      ['Readers', ...countColumns],
      rows.map(
        ([name, { before, after }]) =>
          html`<tr>
            <th scope="row">${name}</th>
            ${counts(after, before)}
          </tr>`,
      ),
    ),
  });
}

function counts(views: number, before: number): Html {
  return html`${figureCell(views)}${figureCell(before)}
    <td class="figure">${changeText(views, before) ?? (views > 0 && 'new')}</td>`;
}

interface Shown {
  audience: Audience;
  query: ReadersQuery;
}

function audiencePanels(shown: Shown, readers: 'people' | 'AI', audience: ReportAudience): HtmlValue {
  const panel = (id: string, words: string, pages: ReportPage[], note?: string): HtmlValue =>
    pages.length > 0 &&
    tablePanel({
      id: `report-${readers}-${id}`,
      heading: `${words} by ${readers}`,
      note,
      table: pageTable(shown, `Pages ${words.toLowerCase()} by ${readers}`, pages),
    });
  const beyond = 'Only pages that differ by more than random variation.';
  return [
    panel('most', 'Read most', audience.readMost),
    panel('more', 'Read more', audience.readMore, beyond),
    panel('less', 'Read less', audience.readLess, beyond),
  ];
}

function pageTable(shown: Shown, caption: string, pages: readonly ReportPage[]): Html {
  return dataTable(
    caption,
    ['Page', ...countColumns],
    pages.map(
      ({ path, views, before }) =>
        html`<tr>
          <th scope="row">${pathLink(shown, path)}</th>
          ${counts(views, before)}
        </tr>`,
    ),
  );
}

function pathLink({ audience, query }: Shown, path: string): Html {
  return html`<a href="${pageAddress(audience, query, path)}" title="${path}">${pathText(path)}</a>`;
}

function missedPanel(shown: Shown, { notFound: { paths } }: Report): HtmlValue {
  if (paths.length === 0) return undefined;
  return tablePanel({
    id: 'report-missed',
    heading: 'Not found',
    table: dataTable(
      'Paths that were not found',
      ['Path', figureColumn('People'), figureColumn('AI'), figureColumn('Before, both')],
      paths.map(
        ({ path, human, ai, before }) =>
          html`<tr>
            <th scope="row">${pathLink(shown, path)}</th>
            ${figureCell(human)}${figureCell(ai)}${figureCell(before)}
          </tr>`,
      ),
    ),
  });
}

function feedbackPanel(shown: Shown, { feedback: { helpful, notHelpful, comments, pages } }: Report): HtmlValue {
  if (helpful + notHelpful + comments === 0) return undefined;
  return tablePanel({
    id: 'report-feedback',
    heading: 'What readers said',
    note: `Helpful: ${number(helpful)}. Not helpful: ${number(notHelpful)}. With a text: ${number(comments)}.`,
    table: dataTable(
      'Pages by their feedback',
      ['Page', figureColumn('Helpful'), figureColumn('Not helpful'), figureColumn('Comments')],
      pages.map(
        (page) =>
          html`<tr>
            <th scope="row">${pathLink(shown, page.path)}</th>
            ${figureCell(page.helpful)}${figureCell(page.notHelpful)}${figureCell(page.comments)}
          </tr>`,
      ),
    ),
  });
}

function workPanels(work: ReportWork): HtmlValue {
  const { jobs, merged, mergedInAll, costUsd } = work;
  const cost =
    costUsd === null
      ? 'The cost of their models is unknown: the price of one is not set.'
      : `Their models cost $${costUsd.toFixed(2)}.`;
  const more = mergedInAll > merged.length && ` These are the last ${merged.length} of ${number(mergedInAll)}.`;
  return [
    tablePanel({
      id: 'report-merged',
      heading: 'Merged',
      note: html`${plural(jobs.created, 'job')} created, ${number(jobs.completed)} of them completed,
      ${number(jobs.failed)} failed. ${cost}${more}`,
      table: merged.length === 0 ? nothing('No pull request of a job was merged.') : mergedList(work),
    }),
    effectList(work),
  ];
}

function mergedList({ merged }: ReportWork): Html {
  return html`<ul class="plain under">
    ${merged.map(
      ({ title, page, prLink, mergedAt }) =>
        html`<li>
          <a href="${page}">${title}</a>
          <span class="meta"><a href="${prLink}">pull request</a>, ${dateOf(mergedAt)}</span>
        </li>`,
    )}
  </ul>`;
}
