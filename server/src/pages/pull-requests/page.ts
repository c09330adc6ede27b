import { isCopydeskError } from '@copydesk/contract';
import { html } from '../view/html.ts';
import { plural } from '../view/numbers.ts';
import type { Html } from '../view/html.ts';
import { actions } from './actions.ts';
import { aside } from './aside.ts';
import { commitList } from './commits.ts';
import { fileList } from './file-list.ts';
import type { FileLayout } from './file-body.ts';
import { refusalNote } from './refusal.ts';
import { describeState, stateBadge } from './state.ts';
import type { PullRequestView } from './view.ts';
import { renderMarkdown } from '../view/markdown.ts';
import type { Change } from '../../pull-requests/change.ts';

/** Renders the page of a pull request, from its title to its diff. */
export function pullRequestMain(view: PullRequestView): Html {
  const { pullRequest, change } = view;
  return html`<article class="pull-request">
    ${view.refusal && refusalNote(view.refusal, view)}
    <header class="head">
      <h1>${pullRequest.title} <span class="number">#${pullRequest.number}</span></h1>
      <p class="standing">${stateBadge(pullRequest)}${describeState(pullRequest)}</p>
    </header>
    <div class="overview">
      <div class="story">
        <section class="card description" aria-label="Description" dir="auto">
          ${
            pullRequest.description.trim() === ''
              ? html`<p class="note">No description.</p>`
              : renderMarkdown(pullRequest.description)
          }
        </section>
        ${isCopydeskError(change) ? undefined : commitList(change.commits)} ${actions(view, 'Decide')}
      </div>
      ${aside(view)}
    </div>
    ${isCopydeskError(change) ? unreadableChanges(change.message) : filesOf(view, change)}
  </article>`;
}

function unreadableChanges(reason: string): Html {
  return html`<section class="changes" aria-labelledby="changes">
    <h2 id="changes">Files changed</h2>
    <p class="note card">The change cannot be shown at the moment. ${reason}</p>
  </section>`;
}

function filesOf(view: PullRequestView, change: Change): Html {
  const alone = view.onlyFile;
  const isLong = alone === undefined && change.files.length > 1;
  const additions = sum(change.files.map((file) => file.additions));
  const deletions = sum(change.files.map((file) => file.deletions));
  return html`<section class="changes" aria-labelledby="changes">
    <header class="toolbar">
      <h2 id="changes">${plural(change.files.length, 'file')} changed</h2>
      <span class="counts"><span class="plus">+${additions}</span> <span class="minus">−${deletions}</span></span
      >${view.viewed > 0 && html`<span class="meta">${view.viewed} viewed</span>`}${layoutToggle(view)}
    </header>
    ${alone !== undefined && html`<p class="note card">Only <code>${alone}</code> is shown. <a href="${view.href('', { view: view.layout })}">Show all files</a></p>`}
    <div class="diffs">
      ${isLong && fileList(change.files, view)} ${view.files ?? html`<p class="note card">Nothing differs.</p>`}
    </div>
    ${isLong && actions(view, 'Decide, below the files')}
  </section>`;
}

const layouts: Record<FileLayout, string> = { unified: 'Unified', split: 'Side by side', preview: 'With preview' };

function layoutToggle({ layout, onlyFile, href }: PullRequestView): Html {
  return html`<nav class="toggle" aria-label="Layout of the diff">
    ${Object.entries(layouts).map(
      ([view, name]) =>
        html`<a href="${href('', { view, file: onlyFile })}#changes" ${layout === view && html` aria-current="true"`}
          >${name}</a
        >`,
    )}
  </nav>`;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
