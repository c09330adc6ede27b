import type { AuditEntry, AuditList } from '@copydesk/contract';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import type { Site } from '../view/site.ts';
import { relativeTime } from '../view/time.ts';
import type { AuditFilter } from './filter.ts';
import { filterForm } from './filter-form.ts';
import { searchOf } from './search.ts';
import type { AuditShown } from './shown.ts';
import { actionInWords } from './words.ts';

/** Renders the audit log. */
export function auditMain(site: Site, { entries, nextCursor }: AuditList, shown: AuditShown): Html {
  const { typed, errors } = shown.filter;
  return html`<section class="audit">
    <header class="page-head">
      <h1>Audit log</h1>
      ${
        errors.length === 0 &&
        html`<a class="button" href="${site.href('/audit.csv')}${searchOf({ ...typed, cursor: undefined })}"
          >Download as CSV</a
        >`
      }
      <p class="lead">Who did what, when and from where. Nothing in it is ever changed.</p>
    </header>
    ${filterForm(site, shown, entries)} ${entries.length === 0 ? emptyAudit(site, shown) : table(site, entries, shown)}
    <nav class="pager" aria-label="Pages of the log">
      ${typed.cursor !== undefined && html`<a class="button" href="${site.href('/audit')}${searchOf({ ...typed, cursor: undefined })}">Newest</a>`}
      ${nextCursor !== null && html`<a class="button" rel="next" href="${site.href('/audit')}${searchOf({ ...typed, cursor: nextCursor })}">Older</a>`}
    </nav>
  </section>`;
}

function emptyAudit(site: Site, { filter }: AuditShown): Html {
  const isNarrowed = Object.keys(filter.typed).length > 0 || filter.errors.length > 0;
  return html`<div class="panel empty">
    <h2>${isNarrowed ? 'Nothing matches these filters' : 'Nothing has been done yet'}</h2>
    ${
      isNarrowed
        ? html`<p><a class="button" href="${site.href('/audit')}">Show all</a></p>`
        : html`<p>This log shows what people, keys and commands change, and who signs in.</p>`
    }
  </div>`;
}

function table(site: Site, entries: AuditEntry[], { filter, now, projectNames }: AuditShown): Html {
  return html`<div class="panel scroll" tabindex="0" role="region" aria-label="Entries">
    <table class="data">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">From</th>
        </tr>
      </thead>
      <tbody>
        ${entries.map(
          (entry) =>
            html`<tr>
              <td class="when">${relativeTime(new Date(entry.at), now)}</td>
              <td>${whoDidIt(site, entry, filter)}</td>
              <td>${actionInWords(site, entry, projectNames)}</td>
              <td>
                ${entry.address === null ? html`<span class="meta">—</span>` : html`<code>${entry.address}</code>`}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

const actorKinds = { person: '', key: 'API key', command: 'terminal', system: '' };

function whoDidIt(site: Site, { actor: { kind, id, name } }: AuditEntry, { typed }: AuditFilter): Html {
  const value = id ?? (kind === 'command' || kind === 'system' ? kind : undefined);
  const shown = html`<bdi>${name}</bdi>`;
  const search = searchOf({ ...typed, cursor: undefined, actor: value });
  return html`${value === undefined ? shown : html`<a href="${site.href('/audit')}${search}">${shown}</a>`}
  ${actorKinds[kind] !== '' && html`<span class="chip">${actorKinds[kind]}</span>`}`;
}
