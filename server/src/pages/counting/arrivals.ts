import type { HealthResult, LatestResult } from '@copydesk/contract';
import { DropReason } from '@copydesk/contract';
import { figure } from '../chart/series-chart.ts';
import { pathText } from '../readers/words.ts';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import { relativeTime } from '../view/time.ts';
import { adviceOf, adviceOfRefusal } from './advice.ts';
import { sidesWords } from './people-sides.ts';

export interface Arrivals {
  latest: LatestResult['views'];
  /** The totals of today and yesterday, by the day of arrival (UTC). */
  health: HealthResult['totals'];
  now: Date;
}

/** Renders whether views arrive, the latest ones, and what was dropped and why. */
export function arrivalsPart({ latest, health, now }: Arrivals): Html {
  const [newest] = latest;
  const sides = sidesWords(health.people);
  const dropped = Object.entries(health.dropped).sort(([, left], [, right]) => right - left);
  const refused = Object.entries(health.refused).sort(([, left], [, right]) => right - left);
  return html`<div class="arrivals">
    <p class="state" role="status">
      ${
        newest === undefined
          ? 'No view has arrived yet.'
          : html`<span class="chip good">Views arrive</span> The latest: ${relativeTime(new Date(newest.at), now)}.`
      }
    </p>
    ${newest === undefined ? html`<p class="note">Set up one of the ways below, and open a page of your docs: it appears here within seconds.</p>` : latestTable(latest, now)}
    <p class="meta">
      Arrived today and yesterday (UTC): ${figure(health.accepted)} counted, ${figure(health.duplicates)} sent twice and
      counted once.
    </p>
    ${dropped.length + refused.length > 0 && droppedTable(dropped, refused)}
    ${sides !== undefined && html`<p class="note">${sides}</p>`}
  </div>`;
}

const readers = { human: 'A person', ai: 'AI', bot: 'Bot' } as const;

function latestTable(latest: LatestResult['views'], now: Date): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="The latest views">
    <table class="data">
      <caption class="visually-hidden">
        The latest views
      </caption>
      <thead>
        <tr>
          <th scope="col">Page</th>
          <th scope="col">Who</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        ${latest.map(
          ({ at, path, found, reader, agent }) =>
            html`<tr>
              <th scope="row">${pathText(path)} ${!found && html`<span class="chip">not found</span>`}</th>
              <td>${readers[reader]} ${agent !== null && html`<span class="meta">${pathText(agent)}</span>`}</td>
              <td>${relativeTime(new Date(at), now)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function droppedTable(dropped: [string, number][], refused: [string, number][]): Html {
  return html`<h3>Not counted</h3>
    <div class="scroll" tabindex="0" role="region" aria-label="What was not counted">
      <table class="data">
        <caption class="visually-hidden">
          What was not counted, and what to do
        </caption>
        <thead>
          <tr>
            <th scope="col">Reason</th>
            <th scope="col" class="figure">Events</th>
            <th scope="col">What to do</th>
          </tr>
        </thead>
        <tbody>
          ${dropped.map(([reason, count]) => droppedRow(reason, count, adviceOfReason(reason)))}
          ${refused.map(([code, count]) => droppedRow(code, count, adviceOfRefusal[code] ?? 'The answer to the request says why.'))}
        </tbody>
      </table>
    </div>`;
}

function droppedRow(reason: string, count: number, advice: string): Html {
  return html`<tr>
    <th scope="row" class="code"><code>${reason}</code></th>
    <td class="figure">${figure(count)}</td>
    <td class="sentence">${advice}</td>
  </tr>`;
}

function adviceOfReason(name: string): string {
  const reason = DropReason.safeParse(name).data;
  return reason === undefined ? '' : adviceOf[reason];
}
