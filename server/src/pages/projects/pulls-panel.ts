import { mostExaminedJobs } from '../../jobs/hosts/open-at-host.ts';
import type { OpenAtHost } from '../../jobs/hosts/open-at-host.ts';
import type { PullRequest } from '../../pull-requests/pull-request.ts';
import { firstLine } from '../jobs/words.ts';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import { relativeTime } from '../view/time.ts';

/** Renders the open pull requests: those of this server, and those at the code host, which are reviewed there. */
export function pullsPanel(
  base: string,
  { pullRequests, atHost, now }: { pullRequests: PullRequest[]; atHost: OpenAtHost[]; now: Date },
): Html {
  return html`<section class="panel" aria-labelledby="pulls-title">
    <header>
      <h2 id="pulls-title">Open pull requests</h2>
      ${pullRequests.length > 0 && html`<a href="${base}/pulls">All pull requests</a>`}
    </header>
    ${
      pullRequests.length + atHost.length === 0
        ? html`<div class="empty"><p>None is open.</p></div>`
        : html`<ul class="lines">
            ${pullRequests.map(
              ({ number, title, createdAt }) =>
                html`<li>
                  <a class="words" href="${base}/pulls/${number}"><bdi>${title}</bdi></a>
                  <span class="meta">#${number}</span>
                  <span class="meta">${relativeTime(createdAt, now)}</span>
                </li>`,
            )}
            ${atHost.map(
              ({ jobId, number, isDraft, summary, openedAt }) =>
                html`<li>
                  <a class="words" href="${base}/jobs/${jobId}">${firstLine(summary)}</a>
                  ${isDraft && html`<span class="chip">draft</span>`}
                  <span class="meta">#${number} at the code host</span>
                  <span class="meta">${relativeTime(openedAt, now)}</span>
                </li>`,
            )}
          </ul>`
    }
    ${atHost.length > 0 && html`<p class="note under">Of the newest ${mostExaminedJobs} jobs, without those that are archived.</p>`}
  </section>`;
}
