import { scopes } from '@copydesk/contract';
import { sentence, textField } from '../view/fields.ts';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import type { Expiry } from './draft.ts';
import { expiries } from './draft.ts';
import { scopeWords } from './scope-words.ts';
import type { KeysView } from './view.ts';

/** Renders the form of a new key, with what was typed and its errors. */
export function keyForm(view: KeysView): Html {
  const { site, formToken, draft, faults, boundTo } = view;
  return html`<section class="panel" aria-labelledby="new-title" id="new-key">
    <header><h2 id="new-title">New key</h2></header>
    <div class="body">
      <form class="form key-form" method="post" action="${site.href('/keys')}">
        ${formToken !== undefined && html`<input type="hidden" name="token" value="${formToken}" />`}
        <input type="hidden" name="once" value="${draft.once}" />
        ${textField({
          id: 'key-name',
          name: 'name',
          label: 'Name',
          value: draft.name,
          isRequired: true,
          maximumLength: 100,
          hint: 'Who or what uses it, such as “CI of the handbook”: you will know what to revoke.',
          fault: faults.name,
        })}
        ${boundTo === null ? projectField(view) : html`<div></div>`} ${scopesField(view)} ${testField(view)}
        ${expiryField(view)}
        ${textField({
          id: 'key-addresses',
          name: 'addresses',
          label: 'Allowed addresses',
          isOptional: true,
          value: draft.addresses,
          hint: html`IP addresses or blocks such as <code>192.0.2.0/24</code>, separated by commas. From anywhere else
            the key is refused.`,
          fault: faults.allowedAddresses,
        })}
        <p class="key-send"><button class="primary" type="submit">Make the key</button></p>
      </form>
    </div>
  </section>`;
}

/** A session of a test key can create only test keys. */
function testField({ draft, isTest }: KeysView): Html {
  return html`<label class="choice"
    ><input type="checkbox" name="test" ${(draft.test || isTest) && html` checked`} ${isTest && html` disabled`} /><span
      >A test key <code class="meta">desk_test_…</code></span
    ><span class="hint"
      >To try the API with a scripted agent and generated page views. Nothing reaches other servers, and nothing
      counts.</span
    ></label
  >`;
}

function scopesField({ draft, faults }: KeysView): Html {
  return html`<fieldset
    id="key-scopes"
    ${faults.scopes !== undefined && html` aria-describedby="scopes-wrong" tabindex="-1" autofocus`}
  >
    <legend>What it may do</legend>
    ${scopes.map(
      (scope) =>
        html`<label class="choice"
          ><input type="checkbox" name="scope ${scope}" ${draft.scopes.includes(scope) && html` checked`} /><span
            >${scopeWords[scope].name} <code class="meta">${scope}</code></span
          ><span class="hint">${scopeWords[scope].allows}</span></label
        >`,
    )}
    ${faultText('scopes', faults.scopes && 'Choose at least one.')}
  </fieldset>`;
}

/** A text field with suggestions, since there may be ten thousand projects. */
function projectField({ draft, faults, projects }: KeysView): Html {
  return textField({
    id: 'key-project',
    name: 'project',
    label: 'Project',
    isOptional: true,
    placeholder: 'All projects',
    value: draft.project,
    suggestions: projects.found.map(({ name }) => ({ value: name })),
    hint: 'The name or the id of the one project that it is for. A key for one project sees nothing of the others.',
    fault: faults.projectId,
  });
}

const expiryWords: Record<Expiry, { name: string; advice?: string }> = {
  '30': { name: 'In 30 days', advice: 'To try something out.' },
  '90': {
    name: 'In 90 days',
    advice: 'Good for most uses. Rotate it before it expires: the old key then stays valid for an hour.',
  },
  '365': { name: 'In a year', advice: 'If rotating it is hard. Name the addresses that use it.' },
  date: { name: 'On a day' },
  never: {
    name: 'Never',
    advice: 'Only if nothing can rotate it. Whoever finds it can use it until you revoke it.',
  },
};

function expiryField({ draft, faults }: KeysView): Html {
  return html`<fieldset
    id="key-expires"
    ${faults.expiresAt !== undefined && html` aria-describedby="expires-wrong" tabindex="-1" autofocus`}
  >
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
    ${faultText('expires', faults.expiresAt)}
  </fieldset>`;
}

function faultText(name: string, fault: string | undefined): Html | undefined {
  return fault === undefined ? undefined : html`<p class="wrong" id="${name}-wrong">${sentence(fault)}</p>`;
}
