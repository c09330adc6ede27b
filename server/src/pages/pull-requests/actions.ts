import { isCopydeskError } from '@copydesk/contract';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import type { PullRequestView } from './view.ts';

/**
 * Renders Merge, or Ready for a draft, and Close, as forms; undefined when there is nothing left to decide.
 *
 * @param label distinguishes the forms above the files from those below them.
 */
export function actions(view: PullRequestView, label: string): Html | undefined {
  const { pullRequest, change, formToken } = view;
  if (pullRequest.state !== 'open') return undefined;
  const base = html`<code class="branch">${pullRequest.baseRef}</code>`;
  if (formToken === undefined) {
    return html`<p class="note card">
      You may read this pull request. Merging, closing or marking it needs an API key with the scope
      <code>agent:merge</code>.
    </p>`;
  }
  const head = isCopydeskError(change) ? undefined : change.headCommit;
  return html`<section class="card actions" aria-label="${label}">
    ${
      pullRequest.draft &&
      html`<p>
        This is a draft. Either somebody asked for a draft, or the checks found problems that the model calls false
        alarms: then the description begins with them. If the change is right, mark it as ready; then it can be merged.
      </p>`
    }
    ${
      view.anotherMerges &&
      html`<p>You or one of your keys asked for this change: in this project, somebody else must merge it.</p>`
    }
    <p>Merging puts a merge commit on ${base}. Closing leaves ${base} as it is, and keeps the branch.</p>
    <div class="buttons">
      ${pullRequest.draft && form(view, 'ready', html`<button class="primary" type="submit">Ready to merge</button>`)}
      ${!pullRequest.draft && !view.anotherMerges && head !== undefined && form(view, 'merge', html`<input type="hidden" name="head" value="${head}" /><button class="primary" type="submit">Merge</button>`)}
      ${form(view, 'close', html`<button type="submit">Close</button>`)}
    </div>
  </section>`;
}

function form(view: PullRequestView, action: 'merge' | 'close' | 'ready', fields: Html): Html {
  return html`<form method="post" action="${view.href(`/${action}`)}">
    <input type="hidden" name="token" value="${view.formToken}" /><input
      type="hidden"
      name="view"
      value="${view.layout}"
    />${fields}
  </form>`;
}
