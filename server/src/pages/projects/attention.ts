import { plural } from '../view/numbers.ts';
import { mostCounted } from '../../projects/most-counted.ts';
import type { ProjectState } from '../../projects/state.ts';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import type { Site } from '../view/site.ts';

/** Lists what in a project needs somebody's attention, each with a link. */
export function attentionOf(site: Site, id: string, state: ProjectState & { openAtHost: number }): Html[] {
  const { openPullRequests, openAtHost, failedJobs, isUnreachable } = state;
  const base = site.href(`/projects/${id}`);
  return [
    isUnreachable && html`<a class="chip bad" href="${base}/settings#connection">Code host out of reach</a>`,
    failedJobs > 0 &&
      html`<a class="chip bad" href="${base}/jobs?status=failed"
        >${plural(failedJobs, 'failed job', mostCounted.state)}</a
      >`,
    openPullRequests > 0 &&
      html`<a class="chip" href="${base}/pulls?state=open"
        >${plural(openPullRequests, 'open pull request', mostCounted.state)}</a
      >`,
    openAtHost > 0 &&
      html`<a class="chip" href="${base}#pulls-title">${plural(openAtHost, 'open pull request')} at the code host</a>`,
  ].filter((one) => one !== false);
}
