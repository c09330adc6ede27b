import { triggerSchemes } from '@copydesk/contract';
import type { TriggerDelivery } from '@copydesk/contract';
import type { StoredTrigger } from '../../../triggers/trigger.ts';
import { copyable } from '../../view/copyable.ts';
import { areaField, hiddenFields, otherFaults, refusal, selectField, textField } from '../../view/fields.ts';
import { html } from '../../view/html.ts';
import type { Html } from '../../view/html.ts';
import { relativeTime } from '../../view/time.ts';
import { actionOf, button, panel } from './parts.ts';
import { triggerFields } from './forms/trigger-form.ts';
import type { SettingsView } from './view.ts';

/** Renders the triggers by which other programs start jobs, and the requests that came in. */
export function triggersPanel(view: SettingsView): Html {
  const { triggers } = view;
  return panel(
    'triggers',
    'Triggers',
    'Addresses by which other programs start jobs: Linear, Slack, Jira, a form. What they send is added to the prompt as material.',
    html`${
      triggers.length > 0 &&
      html`<ul class="lines">
        ${triggers.map((trigger) => triggerLine(view, trigger))}
      </ul>`
    }
    ${newTriggerForm(view)}`,
  );
}

function triggerLine(view: SettingsView, trigger: StoredTrigger): Html {
  const { site, project, formToken, now, openTrigger } = view;
  const { id, name, scheme, disabledAt, usedAt, deliveries } = trigger;
  const isRefused = deliveries[0]?.outcome === 'refused';
  const path = `triggers/${id}`;
  return html`<li>
    <span class="words"
      ><bdi>${name}</bdi>
      <span class="meta"
        >${schemeWords[scheme]}, ${usedAt === null ? 'never used' : html`used ${relativeTime(usedAt, now)}`}</span
      >
      ${
        disabledAt !== null
          ? html`<span class="chip bad">off ${relativeTime(disabledAt, now)}</span>`
          : isRefused && html`<span class="chip bad">last refused</span>`
      }</span
    >
    <span class="row-actions">
      <a href="${site.href(`/projects/${project.id}/settings?trigger=${id}#triggers`)}">Deliveries</a>
      ${button(view, `${path}/${disabledAt === null ? 'disable' : 'enable'}`, disabledAt === null ? 'Switch off' : 'Switch on', formToken)}
      ${button(view, `${path}/secret`, 'New secret', formToken)}
      ${button(view, `${path}/delete`, 'Delete', formToken, true)}
    </span>
    ${openTrigger === id && opened(view, trigger)}
  </li>`;
}

function opened(view: SettingsView, { id, deliveries }: StoredTrigger): Html {
  return html`<div class="note">${copyable(`address-${id}`, `${view.baseUrl}/v1/triggers/${id}`)}</div>
    ${deliveries.length === 0 ? html`<p class="note">No request yet.</p>` : deliveriesTable(view, deliveries)}`;
}

function deliveriesTable(view: SettingsView, deliveries: readonly TriggerDelivery[]): Html {
  return html`<div class="scroll">
    <table class="data">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Outcome</th>
          <th scope="col">Job, or why there is none</th>
        </tr>
      </thead>
      <tbody>
        ${deliveries.map(
          ({ at, outcome, detail, jobId }) =>
            html`<tr>
              <td>${relativeTime(new Date(at), view.now)}</td>
              <td>
                <span class="chip ${outcome === 'started' ? 'good' : outcome === 'refused' && 'bad'}">${outcome}</span>
              </td>
              <td>
                ${
                  jobId === null
                    ? detail
                    : html`<a href="${view.site.href(`/projects/${view.project.id}/jobs/${jobId}`)}">${jobId}</a>`
                }
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function newTriggerForm(view: SettingsView): Html {
  const own = view.outcome?.section === 'triggers' ? view.outcome : undefined;
  const faults = own?.faults ?? {};
  const at = (name: string) => ({ id: `triggers-${name}`, name, value: own?.typed?.[name], fault: faults[`/${name}`] });
  const pointers = [...triggerFields, 'secret'].map((name) => `/${name}`);
  return html`<form class="form" method="post" action="${actionOf(view, 'triggers')}">
    ${hiddenFields({ token: view.formToken })} ${refusal(otherFaults(faults, pointers))}
    ${own?.preview && previewPanel(own.preview)} ${textField({ ...at('name'), label: 'Sender', placeholder: 'Linear' })}
    ${areaField({ ...at('prompt'), label: 'Instruction of every job', rows: 3, hint: 'Copydesk appends the content of the request, as material.' })}
    ${selectField({ ...at('scheme'), label: 'Proof of the secret', options: triggerSchemes.map((scheme) => [scheme, schemeWords[scheme]] as const) })}
    ${textField({ ...at('secret'), value: undefined, type: 'password', label: 'Its secret', isOptional: true, hint: 'If the sender creates it itself. Otherwise Copydesk creates one, and shows it once.' })}
    ${areaField({ ...at('fields'), label: 'Parts of a request', rows: 3, isOptional: true, hint: 'One per line: Title=/issue/title. Empty for the whole body.' })}
    ${areaField({ ...at('when'), label: 'When it starts a job', rows: 2, isOptional: true, hint: 'One per line: /type=Issue. Empty for any request.' })}
    ${textField({ ...at('perHour'), label: 'Jobs per hour', isOptional: true, placeholder: '20' })}
    ${areaField({ ...at('sample'), label: 'A sample request', rows: 5, isOptional: true, hint: 'JSON, for the preview. It is not kept.' })}
    <p>
      <button type="submit">Add a trigger</button>
      <button class="quiet" type="submit" formaction="${actionOf(view, 'triggers/preview')}">
        Preview with the sample
      </button>
    </p>
  </form>`;
}

function previewPanel(preview: { prompt: string } | { reason: string }): Html {
  return html`<div role="status">
    ${
      'prompt' in preview
        ? html`<p>Such a request would start a job with this prompt:</p>
            <pre class="result" tabindex="0">${preview.prompt}</pre>`
        : html`<p>Such a request would start no job. ${preview.reason}</p>`
    }
  </div>`;
}

const schemeWords = {
  bearer: 'sends the secret as a bearer token',
  hmac: 'signs by HMAC-SHA-256',
  slack: 'signs as Slack does',
  standard: 'signs by Standard Webhooks',
} as const;
