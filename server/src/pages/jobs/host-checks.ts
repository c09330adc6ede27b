import type { Job, JobChecks } from '@copydesk/contract';
import { firstLine } from './words.ts';
import { html } from '../view/html.ts';
import type { Html, HtmlValue } from '../view/html.ts';

/** Renders the results of the code host's automation for the pull request, and links to a preview of it. */
export function hostChecksPanel({ checks: found }: Pick<Job, 'checks'>): HtmlValue {
  if (found === null) return undefined;
  const { checks, previews, commit, state, isWhole, counts } = found;
  return html`<section class="panel" aria-labelledby="host-checks">
    <header><h2 id="host-checks">Checks of the code host</h2></header>
    <div class="body">
      <p>
        ${isWhole || state !== 'running' || counts.running > 0 ? together[state] : 'None of the checks that were read has failed'}
        <span class="meta">at <code>${commit.slice(0, 9)}</code></span>
      </p>
      ${!isWhole && html`<p class="note">There are more checks than were read. The results of the others are unknown.</p>`}
      <ul class="problems">
        ${checks.map((check) => html`<li>${oneOf(check)}</li>`)}
      </ul>
      ${previews.length > 0 && html`<p>Preview: ${previews.map(preview)}</p>`}
    </div>
  </section>`;
}

const together: Record<JobChecks['state'], string> = {
  running: 'Running',
  passed: 'All have passed',
  failed: 'Some have failed',
};

function oneOf({ name, state, link, summary }: JobChecks['checks'][number]): HtmlValue {
  return html`${linkToHost(firstLine(name, 120), link)}
    <span class="meta">${state}</span
    >${state === 'failed' && summary !== null && html`<br /><span class="meta">${firstLine(summary, 200)}</span>`}`;
}

function preview({ name, link }: JobChecks['previews'][number]): Html {
  return html`${linkToHost(firstLine(name, 80), link)} `;
}

/** Links a name to an address from outside. It becomes a link only when it is an http or https address. */
function linkToHost(name: HtmlValue, link: string | null): Html {
  if (link === null || !/^https?:\/\//.test(link)) return html`<bdi>${name}</bdi>`;
  return html`<a href="${link}" rel="noopener noreferrer nofollow"><bdi>${name}</bdi></a>`;
}
