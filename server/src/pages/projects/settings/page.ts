import { copyable } from '../../view/copyable.ts';
import { html } from '../../view/html.ts';
import type { Html } from '../../view/html.ts';
import { icons } from '../../view/icons.ts';
import { hiddenFields, otherFaults, refusal, textField } from '../../view/fields.ts';
import { mostCounted } from '../../../projects/most-counted.ts';
import { plural } from '../../view/numbers.ts';
import { connectionPanel } from './connection.ts';
import { contextPanel, modelKeysPanel } from './context-and-model-keys.ts';
import { patchFields, patchForms } from './forms/patch-forms.ts';
import type { PatchForm } from './setting.ts';
import { actionOf, panel } from './parts.ts';
import { refusedPanel } from './refused.ts';
import { formerValues } from './sent-patch.ts';
import { sentMailsTable } from './sent-mails.ts';
import type { SettingsView } from './view.ts';
import { triggersPanel } from './triggers.ts';
import { webhooksPanel } from './webhooks.ts';

/** Renders the settings of a project. Each section is saved on its own. */
export function settingsMain(view: SettingsView): Html {
  const sections: [id: string, title: string][] = [
    ...patchForms.map(({ id, title }): [string, string] => [id, title]),
    ['connection', 'Code host'],
    ['context', 'Context repositories'],
    ['models', 'Model keys'],
    ['webhooks', 'Webhooks'],
    ['triggers', 'Triggers'],
    ...(view.mayDelete ? [['delete', 'Delete'] as [string, string]] : []),
  ];
  return html`<header class="page-head"><h1>Settings</h1></header>
    ${view.outcome && refusedPanel(view.outcome)}
    <div class="settings">
      <nav class="settings-nav" aria-label="Settings">
        <ul>
          ${sections.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}
        </ul>
      </nav>
      <div>
        ${view.outcome?.secret && secretPanel(view.outcome.secret)} ${patchForms.map((form) => patchPanel(view, form))}
        ${connectionPanel(view)} ${contextPanel(view)} ${modelKeysPanel(view)} ${webhooksPanel(view)}
        ${triggersPanel(view)} ${view.mayDelete && deletePanel(view)}
      </div>
    </div>`;
}

/** Shows a secret this once: it is stored sealed, and cannot be read again. */
function secretPanel({ words, text }: { words: string; text: string }): Html {
  return html`<section class="panel" role="status">
    <header><h2>${words}</h2></header>
    <div class="body">
      <p>Copy it now: it is not shown again.</p>
      ${copyable('shown-once', text)}
    </div>
  </section>`;
}

function patchPanel(view: SettingsView, form: PatchForm): Html {
  const { project, formToken, outcome } = view;
  const own = outcome?.section === form.id ? outcome : undefined;
  const faults = own?.faults ?? {};
  const pointers = form.settings.map(({ pointer }) => pointer);
  return panel(
    form.id,
    form.title,
    form.lead,
    html`<form class="form" method="post" action="${actionOf(view, form.id)}">
        ${hiddenFields({ token: formToken, was: formerValues(form, project) })}
        ${refusal(otherFaults(faults, pointers))} ${warningsOf(view, form)}
        ${patchFields(form, project, own?.typed, faults)}
        <p><button type="submit">Save</button></p>
      </form>
      ${form.id === 'reports' && sentMailsTable(view)}`,
  );
}

/** Says at the fields of models what seems to be wrong with them, also after they were saved. */
function warningsOf({ modelWarnings }: SettingsView, { settings }: PatchForm): Html[] {
  const shown = modelWarnings.filter(({ setting }) => settings.some(({ name }) => name === setting));
  return shown.map(({ detail }) => html`<p class="refusal" role="alert">${detail}</p>`);
}

function deletePanel(view: SettingsView): Html {
  const { project, contents, formToken, outcome } = view;
  const { jobs, pullRequests, pages, webhooks, keys } = contents;
  const own = outcome?.section === 'delete' ? outcome : undefined;
  const goes = [
    plural(jobs, 'job', mostCounted.contents),
    plural(pullRequests, 'pull request', mostCounted.contents),
    `the views of ${plural(pages, 'page')}`,
    plural(webhooks, 'webhook'),
    plural(keys, 'API key'),
  ].join(', ');
  return panel(
    'delete',
    'Delete the project',
    html`This also deletes ${goes}.
    ${
      project.repositoryKind === 'kept'
        ? 'The repository, which Copydesk keeps, is removed.'
        : 'The repository itself is not changed.'
    }
    Active jobs are stopped. The audit log stays. This is final.`,
    html`<form class="form" method="post" action="${actionOf(view, 'delete')}">
      ${hiddenFields({ token: formToken })}
      ${textField({
        id: 'delete-name',
        name: 'name',
        label: 'Type the name of the project',
        value: own?.typed?.name,
        hint: html`<bdi>${project.name}</bdi>`,
        fault: own?.faults?.['/name'] ?? otherFaults(own?.faults ?? {}, []),
        isRequired: true,
      })}
      <p><button class="danger" type="submit">${icons.warning} Delete the project</button></p>
    </form>`,
    true,
  );
}
