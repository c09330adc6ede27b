import type { CommitSummary } from '../../pull-requests/repository.ts';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import { moment } from '../view/time.ts';
import { shortCommit } from './state.ts';

/** Renders the commits of a pull request, oldest first. */
export function commitList(commits: readonly CommitSummary[]): Html {
  return html`<section class="commits" aria-labelledby="commits">
    <h2 id="commits">Commits <span class="number">${commits.length}</span></h2>
    <ol>
      ${commits.map(
        ({ id, title, author, at }) =>
          html`<li>
            <span class="title">${title}</span><span class="meta">${author}, ${moment(at)}</span>${shortCommit(id)}
          </li>`,
      )}
    </ol>
  </section>`;
}
