import { keyStates } from '@copydesk/contract';
import type { KeyState } from '@copydesk/contract';
import { keyState } from '../../projects/key/read-keys.ts';
import { maskedKey } from '../../projects/key/api-key.ts';
import type { ApiKey } from '../../projects/key/read-keys.ts';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import { relativeTime } from '../view/time.ts';
import { scopeWords } from './scope-words.ts';
import type { KeysView } from './view.ts';

const stateNames: Record<KeyState, string> = { valid: 'In use', expired: 'Expired', revoked: 'Revoked' };

/** Renders the keys, newest first, a page at a time. */
export function keyTable(view: KeysView): Html {
  const { site, keys, state, nextCursor, isFirstPage } = view;
  const address = site.href('/keys');
  const query = (rest: Record<string, string>) =>
    `?${new URLSearchParams({ state: state ?? 'all', ...rest }).toString()}`;
  return html`<section class="panel" aria-labelledby="keys-title">
      <header>
        <h2 id="keys-title">Keys</h2>
        <nav class="toggle" aria-label="State">
          ${keyStates.map((one) => html`<a href="${address}?state=${one}" ${state === one && html` aria-current="page"`}>${stateNames[one]}</a>`)}
          <a href="${address}?state=all" ${state === undefined && html` aria-current="page"`}>All</a>
        </nav>
      </header>
      ${
        keys.length === 0
          ? emptyTable(state)
          : html`<div class="scroll" tabindex="0" role="group" aria-label="The table of keys">
              <table class="data keys">
                <thead>
                  <tr>
                    <th scope="col">Name</th>
                    <th scope="col">May</th>
                    <th scope="col">Project</th>
                    <th scope="col">Made</th>
                    <th scope="col">Last used</th>
                    <th scope="col">Ends</th>
                    <th scope="col"><span class="visually-hidden">What to do</span></th>
                  </tr>
                </thead>
                <tbody>
                  ${keys.map((key) => row(view, key))}
                </tbody>
              </table>
            </div>`
      }
    </section>
    ${
      (nextCursor !== null || !isFirstPage) &&
      html`<nav class="pager" aria-label="Pages of keys">
        ${!isFirstPage && html`<a class="button" href="${address}${query({})}">Newest</a>`}
        ${nextCursor !== null && html`<a class="button" href="${address}${query({ cursor: nextCursor })}" rel="next">Older</a>`}
      </nav>`
    }`;
}

function emptyTable(state: KeyState | undefined): Html {
  if (state === 'expired' || state === 'revoked') return html`<p class="empty">No key is ${state}.</p>`;
  return html`<div class="empty">
    <p>No key is in use. Make one below, and a script or your CI can start jobs and read page views.</p>
  </div>`;
}

function row({ site, now, names }: KeysView, key: ApiKey): Html {
  const state = keyState(key, now);
  const { id, name, test, scopes, projectId, createdAt, createdBy, lastUsedAt, allowedAddresses } = key;
  return html`<tr>
    <th scope="row">
      <bdi>${name}</bdi>${test && html` <span class="chip">test</span>`}<span class="meta"
        ><code>${maskedKey(key)}</code></span
      >
    </th>
    <td>
      <ul class="key-scopes">
        ${scopes.map((scope) => html`<li><span class="chip" title="${scopeWords[scope].allows}">${scope}</span></li>`)}
      </ul>
      ${allowedAddresses && html`<span class="meta">from ${allowedAddresses.join(', ')}</span>`}
    </td>
    <td>${projectId === null ? 'All' : html`<bdi>${names.get(projectId) ?? projectId}</bdi>`}</td>
    <td>
      ${relativeTime(createdAt, now)}${createdBy !== '' && html`<span class="meta">by <bdi>${createdBy}</bdi></span>`}
    </td>
    <td>${lastUsedAt === null ? html`<span class="meta">never</span>` : relativeTime(lastUsedAt, now)}</td>
    <td>${endingCell(key, state, now)}</td>
    <td class="key-actions">
      ${state === 'valid' && key.rotatedTo === null && html`<a href="${site.href(`/keys/${id}/rotate`)}">Rotate<span class="visually-hidden"> ${name}</span></a>`}
      ${state === 'valid' && html`<a class="danger" href="${site.href(`/keys/${id}/revoke`)}">Revoke<span class="visually-hidden"> ${name}</span></a>`}
    </td>
  </tr>`;
}

function endingCell({ revokedAt, expiresAt, rotatedTo }: ApiKey, state: KeyState, now: Date): Html {
  if (revokedAt !== null) return html`<span class="chip bad">revoked</span> ${relativeTime(revokedAt, now)}`;
  if (expiresAt === null) return html`never`;
  if (state === 'expired') return html`<span class="chip bad">expired</span> ${relativeTime(expiresAt, now)}`;
  return html`${rotatedTo !== null && html`<span class="chip">rotated</span> `}${relativeTime(expiresAt, now)}`;
}
