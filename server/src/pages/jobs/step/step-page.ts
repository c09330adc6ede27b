import type { RecordedCall, RecordedStep } from '../../../jobs/read/steps.ts';
import { html } from '../../view/html.ts';
import type { Html, HtmlValue } from '../../view/html.ts';
import { callInput } from '../call-input.ts';
import { alone } from './step-bounds.ts';
import type { StepBounds } from './step-bounds.ts';
import { beginning, firstLine } from '../words.ts';
import { number, plural } from '../../view/numbers.ts';

/** Renders what a step has read, searched and edited, and the messages it was given. */
export function stepBody(step: RecordedStep, bounds: StepBounds, aloneHref?: string): Html {
  const { received, text, calls } = step;
  const shown = calls.slice(0, bounds.calls);
  const texts = [...received, text, ...calls.map(({ result = '' }) => result)];
  const isCut = shown.length < calls.length || texts.some(({ length }) => length > bounds.characters);
  return html`<div class="step-body">
    ${received.map(
      (message) =>
        html`<p class="call-name">Told</p>
          ${resultBlock(message, bounds)}`,
    )}
    ${
      text.trim() !== '' &&
      html`<p class="call-name">Said</p>
        <p class="said" dir="auto">${cut(text, bounds)}</p>`
    }
    ${shown.map((call) => callOf(call, bounds))}
    ${shown.length < calls.length && html`<p class="note">and ${plural(calls.length - shown.length, 'call')} more</p>`}
    ${isCut && aloneHref !== undefined && html`<p class="note"><a href="${aloneHref}">All of this step</a></p>`}
  </div>`;
}

/** Renders the page of one step. */
export function stepMain(step: RecordedStep, { address, steps }: { address: string; steps: number }): Html {
  const of = (other: number, name: string) =>
    other >= 1 && other <= steps && html`<a class="button" href="${address}?step=${other}">${name}</a>`;
  const seconds = (step.finishedAt.getTime() - step.startedAt.getTime()) / 1000;
  return html`<article class="job-page">
    <header class="page-head">
      <h1>Step ${step.number}</h1>
      <p class="lead"><a href="${address}">Back to the job</a> · took ${seconds.toFixed(1)} s</p>
    </header>
    <div class="card">${stepBody(step, alone)}</div>
    <nav class="pager" aria-label="Steps">
      ${of(step.number - 1, 'Step before')}${of(step.number + 1, 'Step after')}
    </nav>
  </article>`;
}

/** Renders the page of one prompt. */
export function messageMain(prompt: string, { address, position }: { address: string; position: number }): Html {
  return html`<article class="job-page">
    <header class="page-head">
      <h1>${position === 0 ? 'Prompt' : `Message ${position}`}</h1>
      <p class="lead"><a href="${address}">Back to the job</a> · ${number(prompt.length)} characters</p>
    </header>
    <div class="card"><p class="said" dir="auto">${prompt}</p></div>
  </article>`;
}

function callOf(call: RecordedCall, bounds: StepBounds): HtmlValue {
  const { tool, input, result, ok } = call;
  return html`<section class="call">
    <p class="call-name"><code>${firstLine(tool, 60)}</code>${!ok && html` <span class="chip bad">refused</span>`}</p>
    ${callInput(tool, input, bounds)}${result !== undefined && result !== '' && resultBlock(result, bounds)}
  </section>`;
}

function resultBlock(text: string, bounds: StepBounds): Html {
  return html`<pre class="result" tabindex="0"><code>${cut(text, bounds)}</code></pre>`;
}

function cut(text: string, { characters }: StepBounds): HtmlValue {
  const { text: shown, left } = beginning(text, characters);
  return [shown, left > 0 && html`<span class="meta"> … ${number(left)} more characters</span>`];
}
