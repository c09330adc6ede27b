import { maximumPromptCodePoints } from '@copydesk/contract';
import type { ModelPrice } from '@copydesk/contract';
import type { AverageUsage } from '../../../jobs/usage/costs.ts';
import type { Budget } from '../../../jobs/usage/usage.ts';
import type { KnownSite } from '../../needs.ts';
import { html } from '../../view/html.ts';
import type { Html, HtmlValue } from '../../view/html.ts';
import { copyeditor, examplesFor } from './examples.ts';
import { newHref } from '../list.ts';
import { promptField } from './prompt-field.ts';
import type { Typed } from './prompt-field.ts';
import { dollars } from '../words.ts';
import { number, plural } from '../../view/numbers.ts';

/** All that the form for a new job shows. */
export interface NewJobView {
  /** The address of the list of jobs. */
  address: string;
  typed: Typed;
  formToken: string | undefined;
  model: string;
  /** What seems to be wrong with the model; empty when nothing is known to be. */
  modelWarning: string;
  /** The address of the setting of the model. */
  modelHref: string;
  /** The present price of the model; undefined where it is not known. */
  price: ModelPrice | undefined;
  budget: Budget;
  average: AverageUsage | undefined;
  site: KnownSite | undefined;
}

/** Renders the form for a new job, with its model and what that may cost. */
export function newJobMain(view: NewJobView): Html {
  const { address, model, modelWarning, modelHref, site, typed } = view;
  return html`<section class="new-job">
    <header class="page-head"><h1>New job</h1></header>
    <div class="new-job-columns">
      <form class="form" method="post" action="${address}/new">
        <input type="hidden" name="token" value="${view.formToken ?? ''}" /><input
          type="hidden"
          name="once"
          value="${typed.once}"
        />
        ${modelWarning !== '' && html`<p class="refusal" role="alert">${modelWarning} <a href="${modelHref}">Change the model</a></p>`}
        ${promptField(typed, { label: 'What must be done?', rows: 8, hint: hintOf(view), autofocus: true })}
        ${typed.alike !== undefined && alikeNote(typed.alike)}
        <div class="row-actions">${startButton(typed)}<a class="button" href="${address}">Cancel</a></div>
        <section aria-labelledby="examples">
          <h2 id="examples">Such as</h2>
          <ul class="prompt-examples">
            ${examplesFor(model, site).map(
              (example) => html`<li><a href="${newHref(address, example)}">${example}</a></li>`,
            )}
          </ul>
        </section>
      </form>
      ${costs(view)}
    </div>
  </section>`;
}

function alikeNote(job: string): Html {
  return html`<div class="refusal" role="alert">
    <div>You asked for the same a few minutes ago, so nothing was started: <a href="${job}">look at that job</a>.</div>
  </div>`;
}

function startButton({ alike }: Typed): Html {
  if (alike === undefined) return html`<button class="primary" type="submit">Start the job</button>`;
  return html`<button class="primary" type="submit" name="another" value="yes">Start another</button>`;
}

function hintOf({ model, modelHref }: NewJobView): HtmlValue {
  const most = `Up to ${maximumPromptCodePoints.toLocaleString('en')} characters.`;
  if (model !== copyeditor) return `Say what, where and why in your own words. ${most}`;
  return html`The built-in copyeditor understands a fixed set of instructions, such as those below, one per line or
    joined by “and”. For anything else, <a href="${modelHref}">choose another model</a>. ${most}`;
}

function costs({ model, site, price, budget, average }: NewJobView): Html {
  return html`<aside class="panel" aria-label="What it takes">
    <header><h2>What it takes</h2></header>
    <dl class="facts body">
      <dt>Model</dt>
      <dd>
        <code>${model}</code
        >${model === copyeditor && html`<br /><span class="meta">It runs here and costs nothing.</span>`}
      </dd>
      ${
        site?.isRecognised === true &&
        html`<dt>Site</dt>
          <dd>${site.label}, ${plural(site.pages.length, 'page')}</dd>`
      }
      ${
        price &&
        model !== copyeditor &&
        html`<dt>Prices</dt>
          <dd>${pricesOf(price)}<br /><span class="meta">a million tokens, from ${price.from}</span></dd>`
      }
      ${
        !price &&
        model !== copyeditor &&
        html`<dt>Prices</dt>
          <dd class="meta">Not known for this model</dd>`
      }
      <dt>At most</dt>
      <dd>${budgetOf(budget)}</dd>
      <dt>So far</dt>
      <dd>
        ${average === undefined ? html`<span class="meta">No job was completed with it yet</span>` : averageOf(average)}
      </dd>
    </dl>
  </aside>`;
}

function pricesOf({ input, cachedInput, output }: ModelPrice): string {
  return `${dollars(input)} read (${dollars(cachedInput)} from the cache), ${dollars(output)} written`;
}

function budgetOf({ steps, tokens, usd, minutes }: Budget): HtmlValue {
  const limits = [
    usd !== null && dollars(usd),
    steps !== null && plural(steps, 'step'),
    tokens !== null && `${number(tokens)} tokens`,
    minutes !== null && plural(minutes, 'minute'),
  ].filter((limit) => limit !== false);
  if (limits.length === 0) return html`<span class="meta">No limit is set</span>`;
  return html`${limits.join(', ')}<br /><span class="meta">Then it stops, and a message lets it continue.</span>`;
}

function averageOf({ jobs, steps, tokens, costUsd }: AverageUsage): HtmlValue {
  const cost = costUsd === null ? '' : `, ${dollars(costUsd)}`;
  return html`${number(steps)} steps, ${number(tokens)} tokens${cost}<br /><span class="meta"
      >on average of the last ${plural(jobs, 'completed job')} with it</span
    >`;
}
