import type { Project } from '../../projects/project.ts';
import type { PullRequest, PullRequestState } from '../../pull-requests/pull-request.ts';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import type { Site } from '../view/site.ts';
import { moment } from '../view/time.ts';
import { stateBadge } from './state.ts';

/** Renders the page that lists a project's pull requests. */
export function listMain(list: {
  site: Site;
  project: Project;
  state: PullRequestState | undefined;
  pullRequests: PullRequest[];
  counts: Record<PullRequestState, number>;
  /** The last number on this page, when there are more. */
  nextBefore: number | undefined;
}): Html {
  const { site, project, state, counts, pullRequests, nextBefore } = list;
  const address = site.href(`/projects/${project.id}/pulls`);
  const all = counts.open + counts.merged + counts.closed;
  const filter = (name: string, count: number, value?: PullRequestState) =>
    html`<a href="${address}${value && `?state=${value}`}" ${state === value && html` aria-current="page"`}
      >${name} <span class="number">${count}</span></a
    >`;
  return html`<section class="list">
    <header class="head">
      <h1>Pull requests</h1>
      <p class="standing"><b>${project.name}</b> <code class="branch">${project.ref}</code></p>
    </header>
    <nav class="toggle" aria-label="State">
      ${filter('All', all)}${filter('Open', counts.open, 'open')}${filter('Merged', counts.merged, 'merged')}${filter('Closed', counts.closed, 'closed')}
    </nav>
    ${
      pullRequests.length === 0
        ? html`<p class="note card">There are none.</p>`
        : html`<ol class="rows card">
            ${pullRequests.map((one) => row(address, one))}
          </ol>`
    }
    ${nextBefore !== undefined && html`<p><a class="button" href="${address}?${new URLSearchParams({ ...(state && { state }), before: String(nextBefore) }).toString()}">Older</a></p>`}
  </section>`;
}

function row(address: string, pullRequest: PullRequest): Html {
  const { number, title, headRef, createdAt } = pullRequest;
  return html`<li>
    ${stateBadge(pullRequest)}
    <div>
      <a class="title" href="${address}/${number}">${title}</a
      ><span class="meta">#${number} · <code>${headRef}</code> · ${moment(createdAt)}</span>
    </div>
  </li>`;
}
