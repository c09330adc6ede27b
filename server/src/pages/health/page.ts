import { dropReasons } from '@copydesk/contract';
import type { ServerHealth, SettingAdvice } from '@copydesk/contract';
import { html } from '../view/html.ts';
import type { Html, HtmlValue } from '../view/html.ts';
import { icons } from '../view/icons.ts';
import { relativeTime } from '../view/time.ts';
import { bytes, duration } from './figures.ts';
import { faultsOf } from './faults.ts';
import { number, plural } from '../view/numbers.ts';

type Folder = NonNullable<ServerHealth['storage']['found']>['clones'];

/** Renders the health of the server: first the faults with what to do, then each part. */
export function healthMain(health: ServerHealth, now: Date): Html {
  return html`<header class="page-head">
      <div>
        <h1>Health</h1>
        <p class="lead">
          The state of this server, as <code>GET /v1/health</code> tells it. Found
          ${relativeTime(new Date(health.at), now)}.
        </p>
      </div>
    </header>
    ${advicePanel(health)}
    <div class="panels health-parts">
      ${queuePanel(health)} ${workersPanel(health, now)} ${ingestionPanel(health)} ${databasePanel(health)}
      ${storagePanel(health)} ${versionsPanel(health)}
    </div>`;
}

function advicePanel(health: ServerHealth): Html {
  const advice = [...faultsOf(health), ...(health.settings.found ?? [])];
  const ordered = advice.toSorted(
    (one, other) => Number(one.severity === 'unwise') - Number(other.severity === 'unwise'),
  );
  return html`<section class="panel" aria-labelledby="advice-title">
    <header><h2 id="advice-title">What to do</h2></header>
    <div class="body">
      ${
        ordered.length === 0
          ? html`<p class="health-good">${icons.check}<span>No problem was found.</span></p>`
          : html`<ul class="health-advice">
              ${ordered.map(adviceRow)}
            </ul>`
      }
      ${health.settings.fault !== null && html`<p class="note">The settings were not checked. ${health.settings.fault}</p>`}
    </div>
  </section>`;
}

function adviceRow({ setting, severity, found, todo }: SettingAdvice): Html {
  return html`<li>
    <span class="chip ${severity === 'wrong' ? 'bad' : ''}">${severity}</span>
    <div>
      <p><b>${setting}</b>: ${found}</p>
      <p class="meta">${todo}</p>
    </div>
  </li>`;
}

/** Renders a part with its facts, or why they could not be read. */
function panel<T>(title: string, part: { found: T | null; fault: string | null }, rows: (found: T) => HtmlValue): Html {
  return html`<section class="panel" aria-label="${title}">
    <header><h2>${title}</h2></header>
    <div class="body">
      ${part.found === null ? html`<p class="note">${part.fault ?? 'It could not be determined.'}</p>` : html`<dl class="facts">${rows(part.found)}</dl>`}
    </div>
  </section>`;
}

function fact(name: HtmlValue, value: HtmlValue): Html {
  return html`<dt>${name}</dt>
    <dd>${value}</dd>`;
}

function queuePanel({ queue }: ServerHealth): Html {
  return panel('Queue', queue, ({ active, waiting, putOff, oldestWaitSeconds }) => [
    fact('Active jobs', number(active)),
    fact('Waiting', number(waiting)),
    fact('Put off', number(putOff)),
    fact('Longest wait', oldestWaitSeconds === null ? 'nobody waits' : duration(oldestWaitSeconds)),
  ]);
}

function workersPanel({ workers }: ServerHealth, now: Date): Html {
  return panel('Workers', workers, ({ alive, workers: seen }) => [
    fact('Alive', number(alive)),
    seen.map(({ id, seenAt, jobs }) =>
      fact(
        html`<code>${id}</code>`,
        html`seen ${relativeTime(new Date(seenAt), now)}, holds ${jobs === 1 ? '1 job' : `${jobs} jobs`}`,
      ),
    ),
  ]);
}

function ingestionPanel({ ingestion }: ServerHealth): Html {
  return panel(
    'Page views today',
    ingestion,
    ({ lagSeconds, unfoldedViews, accepted, duplicates, dropped, refused }) => [
      fact('Counted', number(accepted)),
      fact('Sent twice', number(duplicates)),
      fact(
        'Lag',
        lagSeconds === null
          ? 'none'
          : `${duration(lagSeconds)}, ${plural(unfoldedViews, 'view')} not in the totals yet`,
      ),
      fact('Dropped', Object.keys(dropped).length === 0 ? 'none' : counts(dropped, wordsOfReason)),
      fact('Refused', Object.keys(refused).length === 0 ? 'none' : counts(refused, (code) => code)),
    ],
  );
}

function counts(of: Record<string, number>, words: (name: string) => string): Html {
  const sorted = Object.entries(of).toSorted(([, one], [, other]) => other - one);
  return html`<ul>
    ${sorted.map(([name, count]) => html`<li><b>${number(count)}</b> ${words(name)}</li>`)}
  </ul>`;
}

function wordsOfReason(reason: string): string {
  return Object.entries(dropReasons).find(([name]) => name === reason)?.[1] ?? reason;
}

function databasePanel({ database }: ServerHealth): Html {
  return panel('Database', database, ({ version, embedded, bytes: size, connections, maximumConnections }) => [
    fact('PostgreSQL', version),
    fact('Run by', embedded ? 'Copydesk, in its data folder' : 'somebody else, by DATABASE_URL'),
    fact('Size', bytes(size)),
    fact('Connections', `${number(connections)} of ${number(maximumConnections)}`),
  ]);
}

function storagePanel({ storage }: ServerHealth): Html {
  return panel('Storage', storage, ({ freeBytes, totalBytes, clones, kept }) => [
    fact('Free on the disk', `${bytes(freeBytes)} of ${bytes(totalBytes)}`),
    fact('Clones', folder(clones)),
    fact('Kept repositories', folder(kept)),
  ]);
}

function folder({ entries, bytes: size, isPartial }: Folder): string {
  if (entries === 0) return 'none';
  return `${number(entries)}, ${isPartial ? 'at least ' : ''}${bytes(size)}`;
}

function versionsPanel({ versions }: ServerHealth): Html {
  return panel('Versions', versions, ({ copydesk, node, git, postgres }) => [
    fact('Copydesk', copydesk),
    fact('Node', node),
    fact('git', git ?? 'not found'),
    fact('PostgreSQL', postgres ?? 'not known'),
  ]);
}
