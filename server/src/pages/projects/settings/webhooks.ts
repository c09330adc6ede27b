import type { Webhook, WebhookDelivery } from '@copydesk/contract';
import { webhookEvents } from '@copydesk/contract';
import { html } from '../../view/html.ts';
import type { Html } from '../../view/html.ts';
import { relativeTime } from '../../view/time.ts';
import { faultAt, hiddenFields, otherFaults, refusal, textField } from '../../view/fields.ts';
import { actionOf, button, panel } from './parts.ts';
import type { SettingsView } from './view.ts';

/** Renders the webhooks that are notified when a job has ended, and their deliveries. */
export function webhooksPanel(view: SettingsView): Html {
  const { webhooks, formToken, outcome } = view;
  const own = outcome?.section === 'webhooks' ? outcome : undefined;
  return panel(
    'webhooks',
    'Webhooks',
    'Addresses that are notified when a job is completed, failed or archived, signed by Standard Webhooks.',
    html`${
        webhooks.length > 0 &&
        html`<ul class="lines">
          ${webhooks.map((webhook) => webhookLine(view, webhook))}
        </ul>`
      }
      <form class="form" method="post" action="${actionOf(view, 'webhooks')}">
        ${hiddenFields({ token: formToken })} ${refusal(otherFaults(own?.faults ?? {}, ['/url', '/events']))}
        ${textField({
          id: 'webhooks-url',
          name: 'url',
          label: 'Address',
          value: own?.typed?.url,
          placeholder: 'https://…',
          fault: own?.faults?.['/url'],
        })}
        <fieldset id="webhooks-events" ${faultAt(own?.faults ?? {}, '/events') && html` tabindex="-1" autofocus`}>
          <legend>Events</legend>
          ${webhookEvents.map(
            (event) =>
              html`<label class="choice"
                ><input type="checkbox" name="event ${event}" ${own?.typed?.[event] !== 'no' && html` checked`} /><span
                  >${eventWords[event]}</span
                ></label
              >`,
          )}
          ${faultAt(own?.faults ?? {}, '/events') && html`<p class="wrong">Choose at least one.</p>`}
        </fieldset>
        <p><button type="submit">Add a webhook</button></p>
      </form>`,
  );
}

function webhookLine(view: SettingsView, webhook: Webhook): Html {
  const { site, project, formToken, now, deliveries } = view;
  const { id, url, events, disabledAt, failingSince } = webhook;
  const isOpen = deliveries?.webhookId === id;
  return html`<li>
    <span class="words"
      ><bdi>${url}</bdi>
      <span class="meta">${events.map((event) => event.replace('job.', '')).join(', ')}</span>
      ${
        disabledAt !== null
          ? html`<span class="chip bad">off ${relativeTime(new Date(disabledAt), now)}</span>`
          : failingSince !== null &&
            html`<span class="chip bad">failing ${relativeTime(new Date(failingSince), now)}</span>`
      }</span
    >
    <span class="row-actions">
      <a href="${site.href(`/projects/${project.id}/settings?webhook=${id}#webhooks`)}">Deliveries</a>
      ${button(view, `webhooks/${id}/test`, 'Test', formToken)}
      ${disabledAt !== null && button(view, `webhooks/${id}/enable`, 'Enable', formToken)}
      ${button(view, `webhooks/${id}/delete`, 'Delete', formToken, true)}
    </span>
    ${isOpen && deliveriesTable(view, deliveries.list, id)}
  </li>`;
}

function deliveriesTable(view: SettingsView, list: WebhookDelivery[], webhookId: string): Html {
  if (list.length === 0) return html`<p class="note">Nothing was sent to it in 30 days.</p>`;
  return html`<div class="scroll">
    <table class="data">
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">State</th>
          <th scope="col">Last attempt</th>
          <th scope="col"><span class="visually-hidden">Again</span></th>
        </tr>
      </thead>
      <tbody>
        ${list.map((delivery) => {
          const last = delivery.attempts.at(-1);
          return html`<tr>
            <td>${delivery.type} <span class="meta">${relativeTime(new Date(delivery.createdAt), view.now)}</span></td>
            <td>
              <span class="chip ${delivery.status === 'delivered' ? 'good' : delivery.status === 'failed' && 'bad'}"
                >${delivery.status}</span
              >
            </td>
            <td>${last === undefined ? 'none yet' : (last.error ?? `status ${last.status ?? 'unknown'}`)}</td>
            <td>
              ${button(view, `webhooks/${webhookId}/deliveries/${delivery.id}/redeliver`, 'Send again', view.formToken)}
            </td>
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}

const eventWords = {
  'job.completed': 'jobs that are completed',
  'job.failed': 'jobs that failed',
  'job.archived': 'jobs that are archived',
  'report.ready': 'reports of a week or a month',
} as const;
