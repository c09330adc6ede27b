import { errorCodes, errorGuide, errorTable } from '@copydesk/contract';
import type { ErrorCode } from '@copydesk/contract';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import type { Page } from '../view/layout.ts';
import type { Site } from '../view/site.ts';

/** Renders what an error means and what to do about it: the page that the `type` of a problem links to. */
export function problemPage(site: Site, code: ErrorCode): Page {
  const { title, status, retryable } = errorTable[code];
  const { means, todo } = errorGuide[code];
  return {
    title,
    main: html`<article class="problem">
      <p class="meta"><a href="${site.href('/problems')}">Errors</a></p>
      <h1>${title}</h1>
      <p class="lead">${renderCode(means)}</p>
      <h2>What to do</h2>
      <p>${renderCode(todo)}</p>
      <dl class="facts">
        <dt>Code</dt>
        <dd><code>${code}</code></dd>
        <dt>HTTP status</dt>
        <dd>${status}</dd>
        <dt>Again</dt>
        <dd>
          ${retryable ? 'The same request may succeed later without a change.' : 'The same request fails again until something is changed.'}
        </dd>
      </dl>
    </article>`,
  };
}

/** Renders all errors, by their status. */
export function problemsPage(site: Site): Page {
  const codes = errorCodes.toSorted((one, other) => errorTable[one].status - errorTable[other].status);
  return {
    title: 'Errors',
    main: html`<header class="page-head">
        <div>
          <h1>Errors</h1>
          <p class="lead">
            Every error of the API has one of these codes, in <code>code</code>. A code and its meaning never change.
          </p>
        </div>
      </header>
      <section class="panel" aria-label="All codes">
        <div class="scroll" tabindex="0" role="group" aria-label="The table of codes">
          <table class="data">
            <thead>
              <tr>
                <th scope="col">Code</th>
                <th scope="col" class="figure">Status</th>
                <th scope="col">What it means</th>
                <th scope="col">Again</th>
              </tr>
            </thead>
            <tbody>
              ${codes.map((code) => row(site, code))}
            </tbody>
          </table>
        </div>
      </section>`,
  };
}

function row(site: Site, code: ErrorCode): Html {
  const { status, retryable } = errorTable[code];
  return html`<tr>
    <th scope="row" class="code">
      <a href="${site.href(`/problems/${code}`)}"><code>${code}</code></a>
    </th>
    <td class="figure">${status}</td>
    <td class="sentence">${renderCode(errorGuide[code].means)}</td>
    <td>${retryable ? 'yes' : 'no'}</td>
  </tr>`;
}

/** Renders text in backticks as code. */
function renderCode(text: string): (Html | string)[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}
