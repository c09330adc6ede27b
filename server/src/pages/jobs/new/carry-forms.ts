import { html } from '../../view/html.ts';
import type { Html, HtmlValue } from '../../view/html.ts';
import type { JobView } from '../view.ts';

/**
 * Renders undo and backport. Each is in a collapsed element that asks for confirmation, so that no single click starts
 * anything.
 */
export function carryForms(view: JobView): HtmlValue {
  const { pullRequest } = view.job;
  if (view.formToken === undefined || pullRequest === null || pullRequest.state === 'closed') return undefined;
  return html`${pullRequest.state === 'merged' && undoForm(view, pullRequest.number)} ${backportForm(view)}`;
}

function undoForm({ address, formToken, carrying }: JobView, pullRequest: number): Html {
  const wasAsked = carrying.some(({ kind }) => kind === 'undo');
  return html`<details class="panel undo">
    <summary>Undo</summary>
    <form class="body" method="post" action="${address}/undo">
      <input type="hidden" name="token" value="${formToken ?? ''}" />
      <p class="note">
        A new job opens a pull request that reverts pull request #${pullRequest}. Later edits on the same pages are
        kept.${wasAsked && ' An undo was requested before: see the job above.'}
      </p>
      <button class="danger" type="submit">Undo pull request #${pullRequest}</button>
    </form>
  </details>`;
}

function backportForm({ address, formToken }: JobView): Html {
  return html`<details class="panel backport">
    <summary>Backport</summary>
    <form class="form body" method="post" action="${address}/backport">
      <input type="hidden" name="token" value="${formToken ?? ''}" />
      <div class="field">
        <label for="backport-refs">Branches</label>
        <textarea id="backport-refs" name="refs" rows="2" required placeholder="release/1.x"></textarea>
        <p class="note">One per line. Each gets a job and a pull request with the change of this one.</p>
      </div>
      <button type="submit">Backport</button>
    </form>
  </details>`;
}
