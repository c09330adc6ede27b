import { errorTable } from '@copydesk/contract';
import type { JobFailure, JobMerge } from '@copydesk/contract';
import { html } from '../view/html.ts';
import type { Html, HtmlValue } from '../view/html.ts';
import { icons } from '../view/icons.ts';
import { renderMarkdown } from '../view/markdown.ts';
import { relativeTime } from '../view/time.ts';
import { newHref } from './list.ts';
import { jobState, pullRequestBadge } from './state.ts';
import type { JobView } from './view.ts';
import { beginning, firstLine } from './words.ts';

/** Renders the most important facts of a job: its state, the reason, and what to do. */
export function standingOf(view: JobView): Html {
  const { job, now } = view;
  const asked = html`${
    job.author &&
    html`asked for by <b><bdi>${firstLine(job.author.name, 60)}</bdi></b
      >, `
  }${relativeTime(new Date(job.createdAt), now)}`;
  return html`<p class="standing">${jobState(job)}<span>${asked}</span></p>
    ${banner(view)}`;
}

function banner(view: JobView): HtmlValue {
  const { job, waiting } = view;
  if (job.status === 'active') return atWork(view, waiting);
  // A pull request of an earlier message stays open and still needs a review.
  if (job.error !== null) return [failureBanner(job.error, view), pullRequestLine(view)];
  const changed = pullRequestLine(view);
  if (job.outcome === null) return changed;
  const { kind, text } = job.outcome;
  if (kind === 'changed') return [changed, summary(text)];
  const why = html`<section class="job-banner ${kind}" aria-label="What came of it">
    <p><b>${job.pullRequest === null ? reasonTexts[kind] : laterTexts[kind]}</b></p>
    ${summary(text)}
  </section>`;
  return [why, changed];
}

const reasonTexts = {
  answered: 'Answered. Nothing was to be changed.',
  nothing_to_do: 'Nothing was changed: no change was necessary.',
  declined: 'Nothing was changed: the model could not do it, or declined.',
  needs_answer: 'Nothing was changed: the model asks you. Answer it with a message below.',
  failed: 'It failed.',
} as const;

/** For a job whose earlier messages have changed something: it is below, and not undone. */
const laterTexts = {
  answered: 'Your last message is answered. The changes below are from before.',
  nothing_to_do: 'Your last message made no change necessary. The changes below are from before.',
  declined:
    'Your last message changed nothing: the model could not do it, or declined. The changes below are from before.',
  needs_answer: 'Before your last message changes anything, the model asks you. Answer it with a message below.',
  failed: 'It failed.',
} as const;

function atWork({ job, usage, listAddress }: JobView, waiting: JobView['waiting']): Html {
  return html`<section class="job-banner active" aria-label="At the moment">
    <p>
      ${waiting === null ? html`<b>At work</b> on step ${usage.steps + 1}` : html`<b>Waiting.</b> ${waiting.detail}`}
    </p>
    ${waiting?.jobs && othersOf(waiting.jobs, listAddress)} ${job.pullRequest && pullRequestAnchor(job.pullRequest)}
  </section>`;
}

const mostOthers = 5;

/** Links the jobs that this one waits for. */
function othersOf(jobs: readonly string[], listAddress: string): Html {
  const links = jobs.slice(0, mostOthers).map((id) => html`<a href="${listAddress}/${id}">${id}</a> `);
  return html`<p class="note">Look at ${links}</p>`;
}

function pullRequestLine({ job }: JobView): HtmlValue {
  return (
    job.pullRequest &&
    html`<section class="job-banner changed" aria-label="Pull request">${pullRequestAnchor(job.pullRequest)}</section>`
  );
}

function pullRequestAnchor(pullRequest: NonNullable<JobView['job']['pullRequest']>): Html {
  const name = `Pull request #${pullRequest.number}`;
  const link = /^https?:/.test(pullRequest.url) ? html`<a href="${pullRequest.url}">${name}</a>` : name;
  return html`<p>${pullRequestBadge(pullRequest)} ${link}</p>
    ${pullRequest.merge && mergeLines(pullRequest.merge)}`;
}

const mergeNames = {
  waits: 'Copydesk merges it without a person, when nothing holds it up any more.',
  person: 'A person decides whether it is merged.',
  merging: 'Copydesk is merging it.',
  merged: 'Copydesk has merged it without a person.',
} as const;

/** What the merge policy of the project has decided, and why. */
function mergeLines({ decision, reasons }: JobMerge): Html {
  return html`<details class="merge-decision">
    <summary>${mergeNames[decision]}</summary>
    <ul>
      ${reasons.map((reason) => html`<li>${reason}</li>`)}
    </ul>
  </details>`;
}

const longestText = 2_000;

/** Shows the detail of an error. What it names of the docs of Copydesk becomes a link. */
function detailText(text: string, href: JobView['href']): HtmlValue {
  if (text.trim() === '') return undefined;
  const shown = beginning(text, longestText);
  const parts = shown.text.split(/((?<![\w./-])\/docs\/(?:copyeditor|models)(?![\w/-]))/);
  const linked = parts.map((part, place) => (place % 2 === 0 ? part : html`<a href="${href(part)}">${part}</a>`));
  return html`<p class="said" dir="auto">${linked}${shown.left > 0 && '…'}</p>`;
}

/** Renders the model's own words, which are Markdown. */
function summary(text: string): HtmlValue {
  if (text.trim() === '') return undefined;
  const shown = beginning(text, longestText);
  return html`<div class="summary description" dir="auto">
    ${renderMarkdown(shown.left > 0 ? `${shown.text}…` : shown.text)}
  </div>`;
}

/** A job keeps its model. */
function adviceOn({ code, retryable }: JobFailure, { job, listAddress, modelHref }: JobView): HtmlValue {
  const other = html`<a href="${modelHref}">choose a model that can do this</a>, and
    <a href="${newHref(listAddress, job.summary)}">start a new job</a>. This job cannot change its model,
    <code>${job.model}</code>.`;
  if (code === 'instruction_not_understood') return html`For this, ${other}`;
  if (code === 'model_not_configured') {
    return html`Set what is missing, then send a message, and the job continues. Or ${other}`;
  }
  return retryable
    ? 'The cause may pass: send the message again, and the job continues from where it stopped.'
    : 'Fix what the error says, then send a message, and the job continues from where it stopped.';
}

function failureBanner(failure: JobFailure, view: JobView): Html {
  const { code, detail } = failure;
  const { formToken, problemHref } = view;
  return html`<section class="job-banner failed" aria-label="Why it failed">
    ${icons.warning}
    <div>
      <p><b>${errorTable[code].title}</b></p>
      ${detailText(detail, view.href)}
      <p class="note">
        ${formToken !== undefined && adviceOn(failure, view)} <a href="${problemHref(code)}">What ${code} means</a>
      </p>
    </div>
  </section>`;
}
