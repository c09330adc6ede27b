import type { TranscriptFacts } from '../../jobs/read/facts.ts';
import { html } from '../view/html.ts';
import type { Html, HtmlValue } from '../view/html.ts';
import { problemList } from './step/entries.ts';
import { hostChecksPanel } from './host-checks.ts';
import type { JobView } from './view.ts';
import { dollars } from './words.ts';
import { number, plural } from '../view/numbers.ts';

/** Renders what stands beside the transcript: the job's facts, its usage, and the results of the checks. */
export function asideOf(view: JobView): Html {
  return html`${facts(view)} ${sharedPanel(view)} ${hostChecksPanel(view.job)} ${usagePanel(view)}
  ${checksPanel(view.facts)}`;
}

function facts({ job, listAddress, carrying }: JobView): Html {
  const { madeFrom } = job;
  return html`<section class="panel" aria-labelledby="facts">
    <header><h2 id="facts">Job</h2></header>
    <dl class="facts body">
      <dt>Model</dt>
      <dd><code>${job.model}</code></dd>
      <dt>Branch</dt>
      <dd><code>${job.source.ref}</code></dd>
      <dt>Id</dt>
      <dd><code>${job.id}</code></dd>
      ${
        madeFrom &&
        html`<dt>${madeFrom.kind === 'undo' ? 'Undoes' : 'Backports'}</dt>
          <dd>
            <a href="${listAddress}/${madeFrom.job}">the job <code>${madeFrom.job}</code></a>
          </dd>`
      }
      ${carrying.map(
        ({ id, kind, baseRef }) =>
          html`<dt>${kind === 'undo' ? 'Undone by' : 'Backported'}</dt>
            <dd>
              <a href="${listAddress}/${id}">the job <code>${id}</code></a
              >${kind === 'backport' && html` to <code>${baseRef}</code>`}
            </dd>`,
      )}
    </dl>
  </section>`;
}

/** Lists jobs that change the same files: whichever is merged later must be reconciled with the other. */
function sharedPanel({ shared, listAddress }: JobView): HtmlValue {
  if (shared.length === 0) return undefined;
  return html`<section class="panel" aria-labelledby="shared">
    <header><h2 id="shared">Also changed by others</h2></header>
    <div class="body">
      <p>These open pull requests change the same files.</p>
      <ul>
        ${shared.map(
          ({ job, title, files, filesInAll }) =>
            html`<li>
              <a href="${listAddress}/${job}">${title}</a>:
              ${files.map((file) => html`<code>${file}</code> `)}${
                filesInAll > files.length && `and ${number(filesInAll - files.length)} more`
              }
            </li>`,
        )}
      </ul>
    </div>
  </section>`;
}

function usagePanel({ usage }: JobView): Html {
  const { helpers = [] } = usage;
  const { steps, inputTokens, cachedInputTokens, outputTokens, costUsd, workSeconds, budget } = usage;
  const cached = inputTokens > 0 ? Math.round((cachedInputTokens / inputTokens) * 100) : 0;
  return html`<section class="panel" aria-labelledby="usage">
    <header><h2 id="usage">What it has used</h2></header>
    <dl class="facts body">
      <dt>Steps</dt>
      <dd>${amount(steps, budget.steps, number)}</dd>
      <dt>Read</dt>
      <dd>
        ${plural(inputTokens, 'token')}${cached > 0 && html` <span class="meta">${cached}% from the cache</span>`}
      </dd>
      <dt>Written</dt>
      <dd>${plural(outputTokens, 'token')}</dd>
      ${
        budget.tokens.limit !== null &&
        html`<dt>Tokens</dt>
          <dd>${amount(inputTokens + outputTokens, budget.tokens, number)}</dd>`
      }
      ${helpers.map(
        (helper) =>
          html`<dt>Used by a helper</dt>
            <dd>
              <code>${helper.model}</code>
              <span class="meta"
                >${plural(helper.calls, 'call')}, ${number(helper.inputTokens)} → ${number(helper.outputTokens)}
                tokens${helper.costUsd !== null && `, ${dollars(helper.costUsd)}`}</span
              >
            </dd>`,
      )}
      <dt>Cost</dt>
      <dd>${costUsd === null ? html`<span class="meta">not known</span>` : amount(costUsd, budget.usd, dollars)}</dd>
      <dt>Time</dt>
      <dd>
        ${duration(workSeconds)}${budget.minutes.limit !== null && html` <span class="meta">of ${number(budget.minutes.limit)} min</span>`}
      </dd>
    </dl>
  </section>`;
}

/** Renders the total usage, and the usage of the budget, which restarts with a message to a job that has ended. */
function amount(
  all: number,
  { limit, used }: { limit: number | null; used: number | null },
  format: (amount: number) => string,
): HtmlValue {
  if (limit === null || used === null) return format(all);
  if (used === all) return html`${format(all)} <span class="meta">of ${format(limit)}</span>`;
  return html`${format(all)} <span class="meta">(${format(used)} of ${format(limit)} since the last message)</span>`;
}

function duration(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** Renders before and after: what the first check of the change found, and what the last one found. */
function checksPanel({ checks }: TranscriptFacts): HtmlValue {
  const [first] = checks;
  const last = checks.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return html`<section class="panel" aria-labelledby="checks">
    <header><h2 id="checks">Problems of the change</h2></header>
    <div class="body">
      <p>
        ${checks.length === 1 ? html`<b>${problemCount(last.problems)}</b>` : html`First ${problemCount(first.problems)}, now <b>${problemCount(last.problems)}</b>`}${last.warnings.length > 0 && `, ${plural(last.warnings.length, 'warning')}`}
      </p>
      ${problemList(last.problems)}
    </div>
  </section>`;
}

function problemCount(problems: string[]): string {
  return problems.length === 0 ? 'no problem' : plural(problems.length, 'problem');
}
