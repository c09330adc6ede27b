import type { JobAuthor, JobStatus } from '@copydesk/contract';
import type { StoredJob } from '../../jobs/present.ts';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import { relativeTime } from '../view/time.ts';
import { listHref } from './list-query.ts';
import type { ListQuery } from './list-query.ts';
import { jobState, pullRequestBadge, statusName } from './state.ts';
import { dollars, firstLine, plainFirstLine } from './words.ts';

/** All that the list of jobs shows. */
export interface JobListView {
  /** The address of the list. */
  address: string;
  query: ListQuery;
  jobs: readonly StoredJob[];
  nextCursor: string | null;
  authors: readonly JobAuthor[];
  /** In US dollars, by job id. A job whose cost is unknown is absent. */
  costs: ReadonlyMap<string, number>;
  mayWrite: boolean;
  examples: readonly string[];
  now: Date;
}

/** Renders the page that lists a project's jobs. */
export function listMain(view: JobListView): Html {
  const { address, jobs, query, mayWrite } = view;
  const isFiltered = query.status !== undefined || query.author !== undefined || query.q !== undefined;
  const isEmpty = jobs.length === 0 && !isFiltered && query.cursor === undefined;
  return html`<section class="list jobs">
    <header class="page-head">
      <h1>Jobs</h1>
      ${mayWrite && html`<a class="button primary" href="${address}/new">New job</a>`}
    </header>
    ${isEmpty ? noJobs(view) : [filters(view), jobs.length === 0 ? nothingFits(address) : rows(view), pager(view)]}
  </section>`;
}

const statuses: readonly JobStatus[] = ['active', 'completed', 'failed', 'archived'];

function filters({ address, query, authors, jobs }: JobListView): Html {
  const { status, author, q } = query;
  const choice = (name: string, value?: JobStatus) =>
    html`<a href="${listHref(address, { status: value, author, q })}" ${status === value && html` aria-current="page"`}
      >${name}</a
    >`;
  return html`<div class="job-filters">
    <nav class="toggle" aria-label="State">${choice('All')}${statuses.map((one) => choice(statusName(one), one))}</nav>
    <form class="job-search" method="get" action="${address}" role="search" aria-label="Jobs">
      ${status !== undefined && html`<input type="hidden" name="status" value="${status}" />`}
      <label class="visually-hidden" for="author">Asked for by</label>
      <select id="author" name="author">
        <option value="">Anyone</option>
        ${withChosen(authors, author, jobs).map((one) => option(one, author))}
      </select>
      <label class="visually-hidden" for="q">Words of the prompt</label>
      <input id="q" name="q" type="search" value="${q ?? ''}" placeholder="Words of the prompt" maxlength="200" />
      <button type="submit">Filter</button>
    </form>
  </div>`;
}

/** Adds the chosen author, since the list offers only some of many authors. */
function withChosen(
  authors: readonly JobAuthor[],
  chosen: string | undefined,
  jobs: readonly StoredJob[],
): readonly JobAuthor[] {
  if (chosen === undefined || authors.some(({ id, kind }) => (id ?? kind) === chosen)) return authors;
  return [...authors, jobs[0]?.author ?? { kind: 'person', id: chosen, name: chosen }];
}

/** How many characters of an author's name are shown. */
const longestName = 60;

function option({ kind, id, name }: JobAuthor, chosen: string | undefined): Html {
  const value = id ?? kind;
  const label = plainFirstLine(name, longestName) + (kind === 'key' ? ' (API key)' : '');
  return html`<option value="${value}" ${value === chosen && html` selected`}>${label}</option>`;
}

function rows({ address, jobs, costs, now }: JobListView): Html {
  return html`<ol class="rows card job-rows">
    ${jobs.map((job) => {
      const cost = costs.get(job.id);
      return html`<li>
        ${jobState(job)}
        <div>
          <a class="title" href="${address}/${job.id}">${firstLine(job.summary)}</a
          ><span class="meta"
            >${job.author && html`<bdi>${firstLine(job.author.name, longestName)}</bdi> · `}${relativeTime(new Date(job.createdAt), now)}${
              cost !== undefined && cost > 0 && html` · ${dollars(cost)}`
            }</span
          >
        </div>
        ${job.pullRequest && html`<span class="job-pull-request">${pullRequestBadge(job.pullRequest)}<span class="number">#${job.pullRequest.number}</span></span>`}
      </li>`;
    })}
  </ol>`;
}

function pager({ address, query, nextCursor }: JobListView): Html | undefined {
  const { cursor, ...filter } = query;
  if (nextCursor === null && cursor === undefined) return undefined;
  return html`<nav class="pager" aria-label="Pages">
    ${cursor !== undefined && html`<a class="button" href="${listHref(address, filter)}">Newest</a>`}
    ${nextCursor !== null && html`<a class="button" rel="next" href="${listHref(address, { ...filter, cursor: nextCursor })}">Older</a>`}
  </nav>`;
}

function nothingFits(address: string): Html {
  return html`<div class="panel empty">
    <h2>No job fits</h2>
    <p>The filter searches the first 500 characters of prompts. <a href="${address}">Show all jobs</a></p>
  </div>`;
}

function noJobs({ address, mayWrite, examples }: JobListView): Html {
  return html`<div class="panel empty">
    <h2>No job yet</h2>
    <p>A job is an instruction that an agent carries out in the docs. What it changes becomes a pull request.</p>
    ${
      mayWrite &&
      html`<ul class="prompt-examples">
          ${examples.map((example) => html`<li><a href="${newHref(address, example)}">${example}</a></li>`)}
        </ul>
        <p><a class="button primary" href="${address}/new">Start the first job</a></p>`
    }
  </div>`;
}

/** Returns the address of the form for a new job, prefilled with a prompt. */
export function newHref(address: string, prompt: string): string {
  return `${address}/new?${new URLSearchParams({ prompt }).toString()}`;
}
