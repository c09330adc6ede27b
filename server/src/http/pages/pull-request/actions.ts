import { isCopydeskError } from '@copydesk/contract';
import { html } from '../html.ts';
import type { Html } from '../html.ts';
import type { PullRequestView } from './view.ts';

/** Merge and Close, as forms; undefined when there is nothing to decide any more. */
export function actions(view: PullRequestView): Html | undefined {
  const { pullRequest, change, formToken } = view;
  if (pullRequest.state !== 'open') return undefined;
  const base = html`<code class="branch">${pullRequest.baseRef}</code>`;
  if (formToken === undefined) {
    return html`<p class="note card">
      You may read this pull request. Merging or closing it takes an API key with the scope <code>agent:write</code>.
    </p>`;
  }
  const head = isCopydeskError(change) ? undefined : change.headCommit;
  return html`<section class="card actions" aria-label="Decide">
    <p>Merging puts a merge commit on ${base}. Closing leaves ${base} as it is, and the branch where it is.</p>
    <div class="buttons">
      ${head !== undefined && form(view, 'merge', html`<input type="hidden" name="head" value="${head}" /><button class="primary" type="submit">Merge</button>`)}
      ${form(view, 'close', html`<button type="submit">Close</button>`)}
    </div>
  </section>`;
}

function form(view: PullRequestView, action: 'merge' | 'close', fields: Html): Html {
  return html`<form method="post" action="${view.href(`/${action}`)}">
    <input type="hidden" name="token" value="${view.formToken}" /><input
      type="hidden"
      name="view"
      value="${view.diffView}"
    />${fields}
  </form>`;
}
