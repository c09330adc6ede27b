import { automationKinds } from '@copydesk/contract';
import { areaField, faultAt, otherFaults, selectField, textField } from '../view/fields.ts';
import type { Faults } from '../view/fields.ts';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import type { AutomationDraft } from './draft.ts';
import { kindForms } from './kind-forms.ts';
import type { SettingField } from './kind-forms.ts';

/** The form of an automation, new or stored, with its errors. */
export interface FormView {
  /** The address of the project's automations. */
  base: string;
  action: string;
  draft: AutomationDraft;
  faults: Faults;
  formToken: string | undefined;
  /** Where the model of the project is set, if the present one cannot follow the prompt. */
  modelHref: string | undefined;
  /** Undefined for a new one. */
  id?: string;
}

/** Renders the page with the form. */
export function formMain(view: FormView): Html {
  const { base, action, draft, faults, formToken, id } = view;
  const form = kindForms[draft.kind];
  const other = otherFaults(faults, pointersOf(draft));
  return html`<section class="narrow">
    <header class="page-head">
      <h1>${id === undefined ? 'New automation' : html`Change <bdi>${draft.name}</bdi>`}</h1>
      <a class="button quiet" href="${id === undefined ? base : `${base}/${id}`}">Back</a>
      <p class="lead">${form.name}. ${form.what}</p>
    </header>
    ${other !== undefined && html`<p class="refusal" role="alert">${other}</p>`} ${id === undefined && kindLinks(view)}
    <form class="form" method="post" action="${action}">
      ${formToken !== undefined && html`<input type="hidden" name="token" value="${formToken}" />`}
      <input type="hidden" name="kind" value="${draft.kind}" />
      ${textField({
        id: 'automation-name',
        name: 'name',
        label: 'Name',
        value: draft.name,
        isRequired: true,
        maximumLength: 100,
        fault: faultAt(faults, '/name'),
      })}
      ${areaField({
        id: 'automation-prompt',
        name: 'prompt',
        label: 'What a job must do',
        value: draft.prompt,
        hint: 'The instruction of every job. Copydesk appends what the automation finds, as material.',
        fault: faultAt(faults, '/prompt'),
      })}
      ${needsModel(view.modelHref)} ${form.fields.map((one) => settingField(one, view))} ${limitFields(view)}
      <label class="choice"
        ><input type="checkbox" name="enabled" value="true" ${draft.enabled && html` checked`} /><span>Enabled</span
        ><span class="hint">Leave it off to see first what it would have done.</span></label
      >
      <div><button class="primary" type="submit">${id === undefined ? 'Create the automation' : 'Save'}</button></div>
    </form>
  </section>`;
}

/** Says that a prompt needs another model; undefined without an address. */
export function needsModel(modelHref: string | undefined): Html | undefined {
  if (modelHref === undefined) return undefined;
  return html`<p class="refusal" role="alert">
    <span
      >This prompt needs another model. The built-in model understands only the documented instructions.
      <a href="${modelHref}">Choose a model</a>.</span
    >
  </p>`;
}

function pointersOf({ kind }: AutomationDraft): string[] {
  const settings = kindForms[kind].fields.map(({ name }) => `/trigger/${name}`);
  return ['/name', '/prompt', '/limits/jobsPerDay', '/limits/usdPerMonth', '/limits/quietHours', ...settings];
}

/** Choosing another kind is a link, since another kind has other fields. */
function kindLinks({ base, draft }: FormView): Html {
  return html`<nav aria-label="Kinds">
    <ul class="tabs">
      ${automationKinds.map(
        (kind) =>
          html`<li>
            <a href="${base}/new?kind=${kind}" ${kind === draft.kind && html` aria-current="page"`}
              >${kindForms[kind].name}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`;
}

function settingField({ name, label, hint, type }: SettingField, { draft, faults }: FormView): Html {
  const value = draft.settings[name] ?? '';
  const common = { id: `setting-${name}`, name: `setting ${name}`, label, hint, value };
  const fault = faultAt(faults, `/trigger/${name}`);
  if (type === 'switch') {
    const options = [['true', 'Yes'] as const, ['false', 'No'] as const];
    return selectField({ ...common, fault, options });
  }
  if (typeof type !== 'string') return selectField({ ...common, fault, options: type });
  return textField({ ...common, fault });
}

function limitFields({ draft, faults }: FormView): Html {
  return html`${textField({
    id: 'automation-jobs',
    name: 'jobsPerDay',
    label: 'Jobs a day',
    value: draft.jobsPerDay,
    isRequired: true,
    hint: 'Further messages to a job count too.',
    fault: faultAt(faults, '/limits/jobsPerDay'),
  })}
  ${textField({
    id: 'automation-usd',
    name: 'usdPerMonth',
    label: 'US dollars a month',
    value: draft.usdPerMonth,
    isOptional: true,
    fault: faultAt(faults, '/limits/usdPerMonth'),
  })}
  ${textField({
    id: 'automation-quiet-from',
    name: 'quietFrom',
    label: 'Quiet from',
    value: draft.quietFrom,
    isOptional: true,
    placeholder: '22:00',
    fault: faultAt(faults, '/limits/quietHours'),
  })}
  ${textField({
    id: 'automation-quiet-to',
    name: 'quietTo',
    label: 'Quiet until',
    value: draft.quietTo,
    isOptional: true,
    placeholder: '07:00',
  })}
  ${textField({
    id: 'automation-quiet-zone',
    name: 'quietZone',
    label: 'Time zone of the quiet hours',
    value: draft.quietZone,
    isOptional: true,
  })}`;
}
