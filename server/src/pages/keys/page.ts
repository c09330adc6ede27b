import { copyable } from '../view/copyable.ts';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import { icons } from '../view/icons.ts';
import { refusedSummary } from '../view/refused-summary.ts';
import type { RefusedField } from '../view/refused-summary.ts';
import type { Faults } from './draft.ts';
import { keyForm } from './form.ts';
import { madePanel } from './made.ts';
import { keyTable } from './table.ts';
import type { KeysView } from './view.ts';

/** Renders the page of API keys: the base address, the existing keys, and a form for a new one. */
export function keysMain(view: KeysView): Html {
  return html`<header class="page-head">
      <div>
        <h1>API keys</h1>
        <p class="lead">
          A key lets a program in: a script, a server, your CI. Keep it on servers, out of web pages and repositories.
        </p>
      </div>
      <a class="button primary" href="#new-key">New key</a>
    </header>
    ${view.made && madePanel(view, view.made)}
    ${
      view.refusal !== undefined &&
      html`<section class="refusal" role="alert">
        ${icons.warning}
        <div><p>${view.refusal}</p></div>
      </section>`
    }
    ${refusedSummary('No key was made.', refusedFields(view))} ${addressPanel(view)} ${keyTable(view)} ${keyForm(view)}`;
}

const places: Record<keyof Faults, { id: string; label: string }> = {
  name: { id: 'key-name', label: 'Name' },
  projectId: { id: 'key-project', label: 'Project' },
  scopes: { id: 'key-scopes', label: 'What it may do' },
  expiresAt: { id: 'key-expires', label: 'Ends' },
  allowedAddresses: { id: 'key-addresses', label: 'Allowed addresses' },
};

function refusedFields({ faults }: KeysView): RefusedField[] {
  return keyFields.flatMap((name) => {
    const fault = name === 'scopes' ? faults.scopes && 'Choose at least one.' : faults[name];
    return fault === undefined ? [] : [{ ...places[name], fault }];
  });
}

/** In the order of the form. */
const keyFields = ['name', 'projectId', 'scopes', 'expiresAt', 'allowedAddresses'] as const;

/** Renders what every request needs besides a key: the base address and the id of a project. */
function addressPanel({ site, baseUrl, projects, state }: KeysView): Html {
  const { searched, found, hasMore } = projects;
  return html`<section class="panel" aria-labelledby="address-title">
    <header>
      <h2 id="address-title">Address and project ids</h2>
      ${
        (hasMore || searched !== '') &&
        html`<form class="key-search" role="search" action="${site.href('/keys')}">
          ${state && html`<input type="hidden" name="state" value="${state}" />`}
          <label class="visually-hidden" for="project-search">Find a project by name or id</label>
          <input id="project-search" name="project" type="search" value="${searched}" placeholder="Project…" /><button
            class="quiet"
            type="submit"
          >
            Find
          </button>
        </form>`
      }
    </header>
    <div class="body">
      <dl class="facts key-ids">
        <dt>Base address</dt>
        <dd>${copyable('base-address', baseUrl)}</dd>
        ${found.map(
          ({ id, name }) =>
            html`<dt><bdi>${name}</bdi></dt>
              <dd>${copyable(`id-${id}`, id)}</dd>`,
        )}
      </dl>
      ${found.length === 0 && html`<p class="note">${noProjects(site, searched)}</p>`}
      ${hasMore && html`<p class="note">There are more projects: find one by its name.</p>`}
    </div>
  </section>`;
}

function noProjects(site: KeysView['site'], searched: string): Html {
  if (searched !== '') return html`No project has “${searched}” in its name.`;
  return html`There is no project yet. <a href="${site.href('/projects')}">Make one</a>, and its id is here.`;
}
