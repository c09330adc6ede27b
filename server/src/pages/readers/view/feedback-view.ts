import { feedbackStatuses } from '@copydesk/contract';
import type { FeedbackPage, FeedbackPages, FeedbackStatus } from '@copydesk/contract';
import type { StoredFeedback } from '../../../feedback/read.ts';
import { figure } from '../../chart/series-chart.ts';
import { html } from '../../view/html.ts';
import type { Html } from '../../view/html.ts';
import { relativeTime } from '../../view/time.ts';
import { addressOf } from '../audience.ts';
import type { Audience } from '../audience.ts';
import { readersMain } from '../frame.ts';
import { pageAddress } from '../overview.ts';
import type { ReadersQuery } from '../query.ts';
import { dataTable, figureCell, figureColumn, nothing, tablePanel } from '../tables.ts';
import { pathText } from '../words.ts';

/** What the address asks for, in addition to the range. */
export interface FeedbackAsked {
  status: FeedbackStatus | undefined;
  /** Why the last action was refused. */
  refused: string | undefined;
}

/** A page of the docs with its feedback and its readers. */
export type PageFeedback = FeedbackPage & { human: number; ai: number };

export interface FeedbackView {
  audience: Audience;
  query: ReadersQuery;
  asked: FeedbackAsked;
  /** Where the model of the project is set, if the present one cannot fix what readers report. */
  modelHref: string | undefined;
  /** Those that are read most and liked least come first. */
  pages: PageFeedback[];
  counts: Pick<FeedbackPages, 'totals' | 'dropped'>;
  feedback: StoredFeedback[];
  nextCursor: string | null;
}

/** Renders the feedback: by page, beside the number of readers, and in full. */
export function feedbackMain(view: FeedbackView): Html {
  const { audience, query, asked, counts, pages } = view;
  const { totals } = counts;
  return readersMain({
    audience,
    part: '/feedback',
    query,
    heading: 'What readers say',
    filters: ['path'],
    main: html`${asked.refused !== undefined && html`<p class="refusal" role="alert">${asked.refused}</p>`}
    ${tablePanel({
      id: 'said-pages',
      heading: 'Read most, liked least',
      note: html`${figure(totals.helpful)} times helpful, ${figure(totals.notHelpful)} times not,
      ${figure(totals.comments)} with a text. ${droppedWords(counts)}`,
      table:
        pages.length === 0
          ? nothing('There is no feedback in this range. The docs say how to ask for it, under “What readers say”.')
          : pagesTable(view),
    })}
    ${feedbackPanel(view)}`,
  });
}

/** Says how much the figure leaves out, and why. */
function droppedWords({ dropped }: FeedbackView['counts']): string {
  const sum = Object.values(dropped).reduce((all, count) => all + count, 0);
  return sum === 0 ? '' : `${sum.toLocaleString('en')} more were not kept: spam, or too many on one day.`;
}

function pagesTable(view: FeedbackView): Html {
  const { audience, query, pages } = view;
  return dataTable(
    'Pages ordered by many readers and few helpful votes',
    [
      'Page',
      figureColumn('People'),
      figureColumn('AI'),
      figureColumn('Helpful'),
      figureColumn('Not helpful'),
      figureColumn('Comments'),
      'To do',
    ],
    pages.map(
      (row) =>
        html`<tr>
          <th scope="row">
            <a href="${pageAddress(audience, query, row.path)}" title="${row.path}">${pathText(row.path)}</a>
          </th>
          ${figureCell(row.human)}${figureCell(row.ai)}${figureCell(row.helpful)}${figureCell(row.notHelpful)}${figureCell(row.comments)}
          <td>
            ${row.pending === 0 ? 'nothing' : (fixForm(view, { path: row.path }, row.pending === 1 ? 'Fix it' : `Fix all ${row.pending}`) ?? row.pending)}
          </td>
        </tr>`,
    ),
  );
}

const statusNames: Record<FeedbackStatus, string> = {
  pending: 'Pending',
  in_progress: 'In progress',
  resolved: 'Resolved',
  dismissed: 'Dismissed',
};

function feedbackPanel(view: FeedbackView): Html {
  const { audience, query, asked, feedback, nextCursor } = view;
  const shown = [undefined, ...feedbackStatuses];
  return html`<section class="panel" aria-labelledby="said">
    <header><h2 id="said">All feedback</h2></header>
    <nav class="toggle feedback-states" aria-label="States">
      ${shown.map(
        (status) =>
          html`<a
            href="${addressOf(audience, '/feedback', query, { status })}"
            ${status === asked.status && html` aria-current="true"`}
            >${status === undefined ? 'All' : statusNames[status]}</a
          >`,
      )}
    </nav>
    ${
      feedback.length === 0
        ? nothing('Nothing here.')
        : html`<ul class="feedback-items">
            ${feedback.map((one) => feedbackItem(view, one))}
          </ul>`
    }
    ${nextCursor !== null && html`<nav class="pager" aria-label="Older"><a class="button quiet" rel="next" href="${addressOf(audience, '/feedback', query, { status: asked.status, cursor: nextCursor })}">Older</a></nav>`}
  </section>`;
}

const voteNames = { true: 'Helpful', false: 'Not helpful', null: 'No vote' } as const;

function feedbackItem(view: FeedbackView, one: StoredFeedback): Html {
  const { audience, query } = view;
  const { path, helpful, comment, contact, code, status, resolvedBy, jobId, createdAt } = one;
  return html`<li>
    <p>
      <a href="${addressOf(audience, '/feedback', query, { path })}">${pathText(path)}</a>
      <span class="chip">${voteNames[`${helpful}`]}</span> <span class="chip">${statusNames[status]}</span>
      <span class="meta"
        >${relativeTime(new Date(createdAt), audience.now)}${one.source === 'agent' && ', by an AI agent'}</span
      >
    </p>
    ${comment !== '' && html`<blockquote class="words" dir="auto">${comment}</blockquote>`}
    ${code !== null && html`<pre class="words"><code>${code.text}</code></pre>`}
    ${code?.place != null && html`<p class="meta">In ${pathText(code.place)}</p>`}
    ${contact !== null && html`<p class="meta">Contact: <bdi>${contact}</bdi></p>`}
    ${jobId !== null && audience.jobs !== undefined && html`<p class="meta"><a href="${audience.jobs}/${jobId}">The job that got it</a>${resolvedBy !== null && html`, resolved by the pull request <a href="${resolvedBy.url}">#${resolvedBy.number}</a>`}</p>`}
    ${feedbackActions(view, one)}
  </li>`;
}

function feedbackActions(view: FeedbackView, { id, status }: StoredFeedback): Html | undefined {
  const { audience } = view;
  if (audience.repair === undefined) return undefined;
  const isOpen = status === 'pending' || status === 'in_progress';
  const next: [FeedbackStatus, string][] = isOpen
    ? [
        ['resolved', 'Resolve'],
        ['dismissed', 'Dismiss'],
      ]
    : [['pending', 'Reopen']];
  return html`<div class="row-actions">
    ${status === 'pending' && fixForm(view, { id }, 'Let the agent fix it')}
    ${next.map(([value, name]) => stateForm(audience, { id, value, name }))}
  </div>`;
}

function fixForm(
  { audience: { base, repair }, modelHref }: FeedbackView,
  of: { id?: string; path?: string },
  name: string,
): Html | undefined {
  if (repair === undefined) return undefined;
  if (modelHref !== undefined)
    return html`<a class="button quiet small" href="${modelHref}">${name} (needs another model)</a>`;
  const { id, path } = of;
  return html`<form method="post" action="${base}/feedback/fix">
    <input type="hidden" name="token" value="${repair.formToken}" />
    <input type="hidden" name="once" value="${repair.once}" />
    ${id !== undefined && html`<input type="hidden" name="id" value="${id}" />`}
    ${path !== undefined && html`<input type="hidden" name="path" value="${path}" />`}
    <button class="button quiet">${name}</button>
  </form>`;
}

function stateForm(
  { base, repair }: Audience,
  { id, value, name }: { id: string; value: FeedbackStatus; name: string },
): Html {
  return html`<form method="post" action="${base}/feedback/${id}">
    <input type="hidden" name="token" value="${repair?.formToken ?? ''}" />
    <input type="hidden" name="status" value="${value}" />
    <button class="button quiet">${name}</button>
  </form>`;
}
