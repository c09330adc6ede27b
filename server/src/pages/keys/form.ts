import { scopes } from '@copydesk/contract';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import type { Expiry, Faults } from './draft.ts';
import { expiries } from './draft.ts';
import { scopeWords } from './scope-words.ts';
import type { KeysView } from './view.ts';

/** The form of a new key, with what was typed and what is wrong with it. */
export function keyForm(view: KeysView): Html {
  const { site, formToken, draft, faults, boundTo } = view;
  return html`<section class="panel" aria-labelledby="new-title" id="new-key">
    <header><h2 id="new-title">New key</h2></header>
    <div class="body">
      <form class="form key-form" method="post" action="${site.href('/keys')}">
        ${formToken !== undefined && html`<input type="hidden" name="token" value="${formToken}" />`}
        <input type="hidden" name="once" value="${draft.once}" />
        <div class="field">
          <label for="key-name">Name</label>
          <input
            id="key-name"
            name="name"
            required
            maxlength="100"
            autocomplete="off"
            value="${draft.name}"
            ${described('name', faults.name)}
          />
          ${wrong('name', faults.name)}
          <p class="hint" id="name-hint">
            Who or what uses it, such as “CI of the handbook”: you will know what to revoke.
          </p>
        </div>
        ${boundTo === null ? projectField(view) : html`<div></div>`} ${scopesField(view)} ${expiryField(view)}
        <div class="field">
          <label for="key-addresses">Allowed addresses <span class="meta">optional</span></label>
          <input
            id="key-addresses"
            name="addresses"
            autocomplete="off"
            spellcheck="false"
            value="${draft.addresses}"
            ${described('addresses', faults.allowedAddresses)}
          />
          ${wrong('addresses', faults.allowedAddresses)}
          <p class="hint" id="addresses-hint">
            IP addresses or blocks such as <code>192.0.2.0/24</code>, by commas. From anywhere else the key is refused.
          </p>
        </div>
        <p class="key-send"><button class="primary" type="submit">Make the key</button></p>
      </form>
    </div>
  </section>`;
}

function scopesField({ draft, faults }: KeysView): Html {
  return html`<fieldset ${faults.scopes !== undefined && html` aria-describedby="scopes-wrong"`}>
    <legend>What it may do</legend>
    ${scopes.map(
      (scope) =>
        html`<label class="choice"
          ><input type="checkbox" name="scope ${scope}" ${draft.scopes.includes(scope) && html` checked`} /><span
            >${scopeWords[scope].name} <code class="meta">${scope}</code></span
          ><span class="hint">${scopeWords[scope].allows}</span></label
        >`,
    )}
    ${wrong('scopes', faults.scopes && 'Choose at least one.')}
  </fieldset>`;
}

/** Typed, with suggestions: there may be ten thousand. */
function projectField({ draft, faults, projects }: KeysView): Html {
  return html`<div class="field">
    <label for="key-project">Project <span class="meta">optional</span></label>
    <input
      id="key-project"
      name="project"
      list="key-projects"
      autocomplete="off"
      placeholder="All projects"
      value="${draft.project}"
      ${described('project', faults.projectId)}
    />
    <datalist id="key-projects">${projects.found.map(({ name }) => html`<option value="${name}"></option>`)}</datalist>
    ${wrong('project', faults.projectId)}
    <p class="hint" id="project-hint">
      The name or the id of the one project that it is for. A key for one project sees nothing of the others.
    </p>
  </div>`;
}

const expiryWords: Record<Expiry, { name: string; advice?: string }> = {
  '30': { name: 'In 30 days', advice: 'To try something out.' },
  '90': { name: 'In 90 days', advice: 'Wise for most. Rotate it before: the old key lives on for an hour.' },
  '365': { name: 'In a year', advice: 'Where rotating is hard work. Name the addresses that use it.' },
  date: { name: 'On a day' },
  never: {
    name: 'Never',
    advice: 'Only where nothing could rotate it. Whoever finds it can use it until you revoke it.',
  },
};

function expiryField({ draft, faults }: KeysView): Html {
  return html`<fieldset ${faults.expiresAt !== undefined && html` aria-describedby="expires-wrong"`}>
    <legend>Ends</legend>
    ${expiries.map(
      (one) =>
        html`<div class="choice">
          <input
            type="radio"
            name="expires"
            id="expires-${one}"
            value="${one}"
            ${draft.expires === one && html` checked`}
          />
          <label for="expires-${one}">${expiryWords[one].name}</label>
          ${expiryWords[one].advice && html`<span class="hint">${expiryWords[one].advice}</span>`}
          ${
            one === 'date' &&
            html`<span class="hint"
              ><input
                class="key-until"
                type="date"
                name="until"
                aria-label="The day on which it ends, UTC"
                value="${draft.until}"
            /></span>`
          }
        </div>`,
    )}
    ${wrong('expires', faults.expiresAt)}
  </fieldset>`;
}

function described(name: string, fault: string | undefined): Html {
  if (fault === undefined) return html` aria-describedby="${name}-hint"`;
  return html` aria-invalid="true" aria-describedby="${name}-wrong ${name}-hint"`;
}

function wrong(name: string, fault: Faults[keyof Faults]): Html | undefined {
  return fault === undefined ? undefined : html`<p class="wrong" id="${name}-wrong">${sentence(fault)}</p>`;
}

/** `must not be empty` → `It must not be empty.` */
function sentence(fault: string): string {
  return /^[A-Z]/.test(fault) ? fault : `It ${fault}.`;
}
