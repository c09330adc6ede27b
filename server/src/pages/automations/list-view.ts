import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import { moment, relativeTime } from '../view/time.ts';
import type { StoredAutomation } from '../../automations/automation.ts';
import type { StoredRun } from '../../automations/runs.ts';
import { kindForms } from './kind-forms.ts';
import { decisionWords } from './words.ts';

/** The automations of a project. */
export interface ListView {
  base: string;
  automations: readonly StoredAutomation[];
  /** By the automations' ids. */
  lastRuns: ReadonlyMap<string, StoredRun>;
  /** The ids of those whose prompt the model of the project cannot follow. */
  needModel: ReadonlySet<string>;
  mayEdit: boolean;
  now: Date;
}

/** Renders the page of all automations. */
export function listMain(view: ListView): Html {
  const { base, automations, mayEdit } = view;
  return html`<header class="page-head">
      <div>
        <h1>Automations</h1>
        <p class="lead">
          Automations start jobs by themselves, within limits, with at most one open pull request each.
        </p>
      </div>
      ${mayEdit && html`<a class="button primary" href="${base}/new">New automation</a>`}
    </header>
    ${automations.length === 0 ? html`<p class="note">There are none yet: jobs start only when somebody creates them.</p>` : table(view)}`;
}

function table(view: ListView): Html {
  return html`<div class="panel scroll" tabindex="0" role="region" aria-label="Automations">
    <table class="data">
      <thead>
        <tr>
          <th scope="col">Automation</th>
          <th scope="col">Starts</th>
          <th scope="col">Checks next</th>
          <th scope="col">Last decision</th>
        </tr>
      </thead>
      <tbody>
        ${view.automations.map((one) => row(one, view))}
      </tbody>
    </table>
  </div>`;
}

function row(automation: StoredAutomation, { base, lastRuns, needModel, now }: ListView): Html {
  const { id, name, trigger } = automation;
  const last = lastRuns.get(id);
  return html`<tr>
    <th scope="row">
      <a href="${base}/${id}"><bdi>${name}</bdi></a>
      ${needModel.has(id) && html`<span class="chip bad">needs another model</span>`}
    </th>
    <td>${kindForms[trigger.kind].name}</td>
    <td>${nextOf(automation)}</td>
    <td>
      ${last === undefined ? 'nothing yet' : html`${decisionWords[last.decision]}, ${relativeTime(last.createdAt, now)}`}
    </td>
  </tr>`;
}

/** Describes when the automation next checks whether to start a job. */
export function nextOf({ enabled, nextAt, heldUntil }: StoredAutomation): Html | string {
  if (!enabled) return 'disabled';
  if (heldUntil !== null) return html`held until ${moment(heldUntil)}`;
  return nextAt === null ? 'when an event comes' : moment(nextAt);
}
