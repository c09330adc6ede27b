import type { AutomationDryRun } from '@copydesk/contract';
import type { StoredAutomation } from '../../automations/automation.ts';
import type { StoredRun } from '../../automations/runs.ts';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import { plural } from '../view/numbers.ts';
import { moment, relativeTime } from '../view/time.ts';
import { typedOf } from './draft.ts';
import { needsModel } from './form.ts';
import { kindForms } from './kind-forms.ts';
import type { SettingField } from './kind-forms.ts';
import { nextOf } from './list-view.ts';
import { decisionWords } from './words.ts';

/** One automation with its decisions. */
export interface OneView {
  base: string;
  /** Where the model of the project is set, if the present one cannot follow the prompt. */
  modelHref: string | undefined;
  /** The address of the project's jobs. */
  jobs: string;
  automation: StoredAutomation;
  runs: readonly StoredRun[];
  nextCursor: string | null;
  /** The result of a dry run, where one was asked for. */
  dryRun?: AutomationDryRun | undefined;
  mayEdit: boolean;
  formToken: string | undefined;
  now: Date;
}

/** Renders the page of one automation. */
export function oneMain(view: OneView): Html {
  const { base, automation, modelHref, mayEdit, dryRun } = view;
  const { id, name, prompt, trigger } = automation;
  const { kind } = trigger;
  return html`<div class="automation">
    <header class="page-head">
      <h1><bdi>${name}</bdi></h1>
      <a class="button quiet" href="${base}">All automations</a>
      <p class="lead">${kindForms[kind].name}. ${kindForms[kind].what} Checks next: ${nextOf(automation)}.</p>
    </header>
    ${needsModel(modelHref)} ${mayEdit && actions(view)}
    <section class="panel" aria-labelledby="settings-title">
      <header><h2 id="settings-title">What it does</h2></header>
      <div class="body">
        <p class="said" dir="auto">${prompt}</p>
        <dl class="facts">
          ${[...settingFacts(automation), ...limitFacts(automation)].map(
            ([label, value, hint]) =>
              html`<dt>${label}</dt>
                <dd><bdi>${value}</bdi>${hint !== undefined && html` <span class="meta">${hint}</span>`}</dd>`,
          )}
        </dl>
      </div>
    </section>
    ${dryRun === undefined ? html`<p><a class="button" href="${base}/${id}?dry-run=1">What would it have done in the last 30 days?</a></p>` : dryRunPanel(dryRun)}
    ${runsPanel(view)}
  </div>`;
}

type Fact = [label: string, value: string, hint?: string];

/** Returns the settings of its kind under the labels of the form; those that are empty are left out. */
function settingFacts({ trigger }: StoredAutomation): Fact[] {
  const values = new Map<string, unknown>(Object.entries(trigger));
  return kindForms[trigger.kind].fields.flatMap((field): Fact[] => {
    const value = settingWords(field, values.get(field.name));
    if (value === '') return [];
    // A number alone says little.
    return [field.type === 'number' ? [field.label, value, field.hint] : [field.label, value]];
  });
}

function settingWords({ type }: SettingField, value: unknown): string {
  if (type === 'switch') return value === true ? 'Yes' : 'No';
  const words = typeof type === 'string' ? undefined : type.find(([known]) => known === value)?.[1];
  return words ?? typedOf(value ?? '');
}

function limitFacts({ limits: { jobsPerDay, usdPerMonth, quietHours } }: StoredAutomation): Fact[] {
  return [
    ['Jobs a day', `at most ${jobsPerDay}`],
    ...(usdPerMonth === null ? [] : [['US dollars a month', `at most ${usdPerMonth}`] satisfies Fact]),
    ...(quietHours === null
      ? []
      : [['Quiet hours', `${quietHours.from} to ${quietHours.to}, ${quietHours.timeZone}`] satisfies Fact]),
  ];
}

function actions({ base, automation: { id, enabled }, formToken }: OneView): Html {
  const button = (act: string, words: string, kind = ''): Html =>
    html`<form method="post" action="${base}/${id}/${act}">
      ${formToken !== undefined && html`<input type="hidden" name="token" value="${formToken}" />`}
      <button class="${kind}" type="submit">${words}</button>
    </form>`;
  return html`<div class="row-actions">
    ${button('run', 'Run it now', 'primary')} ${enabled ? button('disable', 'Disable') : button('enable', 'Enable')}
    <a class="button" href="${base}/${id}/edit">Change</a> ${button('delete', 'Delete', 'danger')}
  </div>`;
}

function dryRunPanel({ runs, jobs, costUsd, average, notes }: AutomationDryRun): Html {
  const cost = costUsd === null ? 'an unknown cost' : `about $${costUsd.toFixed(2)}`;
  const by =
    average === null || jobs === 0
      ? ''
      : `, based on the average cost of ${plural(average.jobs, 'job')} of this ${average.of}`;
  return html`<section class="panel" aria-labelledby="dry-title">
    <header><h2 id="dry-title">In the last 30 days it would have</h2></header>
    <div class="body">
      <p>checked ${plural(runs.length, 'time')} and started ${plural(jobs, 'job')}, for ${cost}${by}.</p>
      ${notes.map((note) => html`<p class="note">${note}</p>`)}
    </div>
    ${
      runs.length > 0 &&
      html`<div class="scroll" tabindex="0" role="region" aria-label="What it would have done">
        <table class="data">
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Would be</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            ${runs.map(
              ({ at, decision, why }) =>
                html`<tr>
                  <th scope="row">${moment(new Date(at))}</th>
                  <td>${decisionWords[decision]}</td>
                  <td class="why">${why}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`
    }
  </section>`;
}

function runsPanel(view: OneView): Html {
  const { base, automation, runs, nextCursor } = view;
  return html`<section class="panel" aria-labelledby="runs-title">
    <header><h2 id="runs-title">Runs</h2></header>
    ${runs.length === 0 ? html`<p class="note under">It has not run yet.</p>` : runsTable(view)}
    ${nextCursor !== null && html`<p class="under"><a href="${base}/${automation.id}?cursor=${nextCursor}">Older runs</a></p>`}
  </section>`;
}

function runsTable({ runs, jobs, now }: OneView): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Runs">
    <table class="data">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Decided</th>
          <th scope="col">Why</th>
          <th scope="col">Job</th>
        </tr>
      </thead>
      <tbody>
        ${runs.map(
          ({ createdAt, decision, why, lane, jobId }) =>
            html`<tr>
              <th scope="row">${relativeTime(createdAt, now)}</th>
              <td>${decisionWords[decision]}</td>
              <td class="why">${lane !== '' && html`<b>${lane}</b>: `}${why}</td>
              <td>${jobId !== null && html`<a href="${jobs}/${jobId}">The job</a>`}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
