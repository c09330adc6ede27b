import { html } from '../view/html.ts';
import type { Html, HtmlValue } from '../view/html.ts';
import { asideOf } from './aside.ts';
import { carryForms } from './new/carry-forms.ts';
import { entries } from './step/entries.ts';
import { longestTranscript } from './gather.ts';
import { livePart } from './live/live-parts.ts';
import { standingOf } from './outcome.ts';
import { promptField } from './new/prompt-field.ts';
import type { JobView } from './view.ts';
import { firstLine } from './words.ts';
import { number } from '../view/numbers.ts';

/** Renders the page of a job, from its first prompt to the box for the next one. */
export function jobMain(view: JobView): Html {
  const { job, address, last, refusal } = view;
  return html`<article class="job-page">
    ${refusal !== undefined && html`<p class="refusal" role="alert">${refusal}</p>`}
    <header class="head"><h1>${firstLine(job.summary, 120)}</h1></header>
    <live-transcript stream="${address}/live" after="${last}">
      ${livePart('job-standing', statusBlock(view))} ${job.status === 'active' && withoutScripts(address)}
      <div role="status">
        <p class="note card" data-why="away" hidden>
          The server does not answer. This page waits for it, and then continues.
        </p>
        <p class="note card" data-why="refused" hidden>
          You are signed out, or the job is gone. Keep what you have typed, and load the page again.
        </p>
      </div>
      <div class="job-columns">
        <div class="story">
          ${livePart('job-changes', changes(view))}
          <section aria-labelledby="transcript-heading">
            <h2 id="transcript-heading">What it did</h2>
            ${earlierLink(view)}
            <ol class="transcript" id="transcript">
              ${entries(view.events, view)}
            </ol>
            <div class="entry writing" id="writing" hidden>
              <p class="line">Writing…</p>
              <p class="said" dir="auto"></p>
            </div>
            <div class="transcript-end"></div>
            <p class="visually-hidden" role="status" id="job-said"></p>
            <p class="newest"><button type="button" class="quiet" hidden>Jump to the newest</button></p>
          </section>
          ${followUp(view)}
        </div>
        <aside class="beside" aria-label="Facts of the job">
          ${livePart('job-aside', asideOf(view))} ${carryForms(view)} ${archive(view)}
        </aside>
      </div>
    </live-transcript>
  </article>`;
}

/** Renders the parts of a job's page that show its present state. The script replaces those that have changed. */
export function jobParts(view: JobView): Html {
  return html`${livePart('job-standing', statusBlock(view))}${livePart('job-changes', changes(view))}${livePart('job-aside', asideOf(view))}`;
}

function statusBlock(view: JobView): Html {
  return html`<div data-status="${view.job.status}">${standingOf(view)}</div>`;
}

function withoutScripts(address: string): Html {
  return html`<noscript>
    <p class="note card">
      Without scripts this page does not update itself. <a href="${address}">Load it again</a> to see how far the job
      has come.
    </p>
  </noscript>`;
}

/** The diff is loaded after the page, since it needs the repository to be opened. */
function changes({ address, facts, job }: JobView): HtmlValue {
  if (facts.changedAt === null && job.prLink === null) return undefined;
  return html`<section class="changes job-changes" aria-labelledby="changes">
    <h2 id="changes"><a href="${address}/changes">What it has changed</a></h2>
    <load-part src="${address}/changes/part?v=${facts.changedAt ?? 0}"
      ><p class="note card"><a href="${address}/changes">Show what it has changed</a></p></load-part
    >
    ${
      job.pullRequest?.state === 'merged' &&
      html`<load-part src="${address}/effect/part"
        ><p class="note card">Its effect on page views is shown only with scripts, and by the API.</p></load-part
      >`
    }
  </section>`;
}

function earlierLink({ from, address }: JobView): HtmlValue {
  if (from === 0) return undefined;
  return html`<p class="note">
    ${number(from)} earlier entries.
    <a href="${address}?from=${Math.max(0, from - longestTranscript)}">Show those before</a>
  </p>`;
}

function followUp({ job, address, typed, formToken }: JobView): HtmlValue {
  if (formToken === undefined) return undefined;
  if (job.status === 'archived') {
    return html`<section class="card">
      <p class="note">The job is archived: it accepts no more messages.</p>
      ${
        typed.prompt !== '' &&
        html`<p class="note">What you wrote:</p>
          <blockquote dir="auto">${typed.prompt}</blockquote>`
      }
    </section>`;
  }
  const hint =
    job.status === 'active'
      ? 'The agent reads it before its next step.'
      : 'It continues in the same branch, or in a new one if its pull request was merged or closed.';
  return html`<form class="form follow-up card" method="post" action="${address}/message">
    <input type="hidden" name="token" value="${formToken}" /><input type="hidden" name="once" value="${typed.once}" />
    ${promptField(typed, { label: 'Follow up', rows: 3, hint })}
    <div class="row-actions"><button class="primary" type="submit">Send the message</button></div>
  </form>`;
}

function archive({ job, address, formToken }: JobView): HtmlValue {
  if (formToken === undefined || job.status === 'archived') return undefined;
  return html`<details class="panel archive">
    <summary>Archive</summary>
    <form class="body" method="post" action="${address}/archive">
      <input type="hidden" name="token" value="${formToken}" />
      <p class="note">
        ${job.status === 'active' && 'It stops before its next step. '}An archived job accepts no more messages; its
        transcript stays.
      </p>
      <button class="danger" type="submit">Archive for good</button>
    </form>
  </details>`;
}
