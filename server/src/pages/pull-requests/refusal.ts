import { errorTable } from '@copydesk/contract';
import type { CopydeskError } from '@copydesk/contract';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import { icons } from '../view/icons.ts';
import { commands } from './aside.ts';
import type { PullRequestView } from './view.ts';

/** Renders why a merge or close was refused, and what to do about it. */
export function refusalNote(refusal: CopydeskError, { pullRequest, cloneUrl }: PullRequestView): Html {
  const { headRef, baseRef } = pullRequest;
  const way = refusal.code === 'merge_conflict' && [
    `git clone ${cloneUrl} docs && cd docs`,
    `git switch ${headRef}`,
    `git merge origin/${baseRef}`,
    '# fix the files, git add them, git commit',
    'git push',
  ];
  return html`<section class="refusal" role="alert">
    ${icons.warning}
    <div>
      <h2>${errorTable[refusal.code].title}</h2>
      <p>${refusal.message}</p>
      ${
        way &&
        html`<p>To resolve it by hand, then merge here:</p>
          ${commands(way)}`
      }
    </div>
  </section>`;
}
