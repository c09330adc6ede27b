import type { PullRequest, PullRequestState } from '../../pull-requests/pull-request.ts';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import { icons } from '../view/icons.ts';
import { moment } from '../view/time.ts';

const names: Record<PullRequestState, string> = { open: 'Open', merged: 'Merged', closed: 'Closed' };

export function stateBadge({ state, draft }: PullRequest): Html {
  if (state === 'open' && draft) return html`<span class="badge draft">${icons.open}Draft</span>`;
  return html`<span class="badge ${state}">${icons[state]}${names[state]}</span>`;
}

/** Describes the state of a pull request in a sentence. */
export function describeState(pullRequest: PullRequest): Html {
  const { state, baseRef, headRef, createdAt, endedAt, endedBy, mergeCommit } = pullRequest;
  const branches = html`<code class="branch">${headRef}</code>
    <span class="into">${icons.arrow}<span class="visually-hidden">into</span></span>
    <code class="branch">${baseRef}</code>`;
  if (state === 'open' || endedAt === null) return html`${branches} <span>opened ${moment(createdAt)}</span>`;
  if (state === 'closed') return html`${branches} <span>closed by <b>${endedBy}</b>, ${moment(endedAt)}</span>`;
  return html`${branches}
    <span>merged by <b>${endedBy}</b>, ${moment(endedAt)}, as ${shortCommit(mergeCommit ?? '')}</span>`;
}

/** Renders the first 8 characters of a commit's id, with the whole id on hover. */
export function shortCommit(id: string): Html {
  return html`<code class="commit" title="${id}">${id.slice(0, 8)}</code>`;
}
