import type { StoredJob } from '../../jobs/present.ts';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import { moment } from '../view/time.ts';
import type { PullRequestView } from './view.ts';

/** Renders what stands beside the description: the prompts, the job, and how to fetch the branch. */
export function aside(view: PullRequestView): Html {
  return html`<aside class="beside" aria-label="Where this comes from">
    ${view.prompts.length > 0 && prompts(view.prompts)} ${view.job && jobCard(view.job, view.jobHref(view.job.id))}
    <details class="card">
      <summary>Work on this branch</summary>
      ${commands([`git clone ${view.cloneUrl}`, `git switch ${view.pullRequest.headRef}`])}
      <p class="note">When git asks for a password, give an API key.</p>
    </details>
  </aside>`;
}

/** Renders commands to copy. */
export function commands(lines: string[]): Html {
  return html`<pre class="commands"><code>${lines.join('\n')}</code></pre>`;
}

function prompts(all: PullRequestView['prompts']): Html {
  return html`<section class="card prompts" aria-labelledby="prompts">
    <h2 id="prompts">${all.length === 1 ? 'Prompt' : 'Prompts'}</h2>
    <ol>
      ${all.map(
        ({ prompt, acceptedAt }) =>
          html`<li>
            <blockquote>${prompt}</blockquote>
            <span class="meta">${moment(acceptedAt)}</span>
          </li>`,
      )}
    </ol>
  </section>`;
}

function jobCard(job: StoredJob, jobHref: string): Html {
  return html`<section class="card job" aria-labelledby="job">
    <h2 id="job">Job</h2>
    <dl>
      <div>
        <dt>Status</dt>
        <dd><span class="status ${job.status}">${job.status}</span></dd>
      </div>
      <div>
        <dt>Model</dt>
        <dd>${job.model}</dd>
      </div>
      <div>
        <dt>Id</dt>
        <dd><code>${job.id}</code></dd>
      </div>
    </dl>
    <p><a href="${jobHref}">What the job did, step by step</a></p>
    ${job.error && html`<p class="note">${job.error.detail}</p>`}
  </section>`;
}
