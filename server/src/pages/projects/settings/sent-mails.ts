import { html } from '../../view/html.ts';
import type { HtmlValue } from '../../view/html.ts';
import { relativeTime } from '../../view/time.ts';
import type { SettingsView } from './view.ts';

/** Renders which mails of the latest reports were sent, and why others were not; nothing if there are none. */
export function sentMailsTable({ sentMails, now }: SettingsView): HtmlValue {
  if (sentMails.length === 0) return undefined;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Mails of reports">
    <table class="data">
      <thead>
        <tr>
          <th scope="col">Report</th>
          <th scope="col">To</th>
          <th scope="col">State</th>
          <th scope="col">Last failure</th>
        </tr>
      </thead>
      <tbody>
        ${sentMails.map(
          ({ period, startsOn, recipient, state, at, reason }) =>
            html`<tr>
              <td>${period} of ${startsOn}</td>
              <td><bdi>${recipient}</bdi></td>
              <td>
                <span class="chip ${state === 'sent' ? 'good' : state === 'given up' && 'bad'}">${state}</span>
                <span class="meta">${state !== 'waiting' && relativeTime(at, now)}</span>
              </td>
              <td>${reason ?? ''}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
