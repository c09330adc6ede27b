import type { Project } from '../../../../projects/project.ts';
import { areaField, faultAt, selectField, textField } from '../../../view/fields.ts';
import type { Faults } from '../../../view/fields.ts';
import { html } from '../../../view/html.ts';
import type { Html } from '../../../view/html.ts';
import { agentForm, callsForm, commitsForm } from './agent-forms.ts';
import { mergingForm } from './merging-form.ts';
import { readabilityForm } from './readability-form.ts';
import { readersForm } from './readers-form.ts';
import { reportsForm } from './reports-form.ts';
import { numberOf, numberOrNull, orNull, shownNumber } from '../setting.ts';
import type { PatchForm, Setting } from '../setting.ts';

const limit = (name: keyof Project['limits'], label: string): Setting => ({
  name: `limits.${name}`,
  label,
  pointer: `/limits/${name}`,
  kind: 'line',
  is: ({ limits }) => shownNumber(limits[name]),
  means: numberOrNull,
});

/** All settings that a PATCH changes, by form. */
export const patchForms: PatchForm[] = [
  {
    id: 'general',
    title: 'Name',
    lead: 'What the project is called here. Its id, and so its addresses, stay.',
    settings: [
      {
        name: 'name',
        label: 'Name',
        pointer: '/name',
        kind: 'line',
        is: ({ name }) => name,
        means: (text) => text,
      },
    ],
  },
  {
    id: 'source',
    title: 'Repository',
    lead: 'Where the docs are. A new place is read before anything is saved: it must contain docs.',
    settings: [
      {
        name: 'repository',
        label: 'Repository',
        hint: 'An https address. An owner may give the path of a repository in a folder that the operator of Copydesk allows.',
        pointer: '/repository',
        kind: 'line',
        is: ({ repository }) => repository,
        means: (text) => text,
      },
      {
        name: 'ref',
        label: 'Branch',
        hint: 'Pull requests go into it.',
        pointer: '/ref',
        kind: 'line',
        is: ({ ref }) => ref,
        means: (text) => text,
      },
      {
        name: 'docsFolder',
        label: 'Docs folder',
        hint: 'Within the repository; empty for the whole repository.',
        pointer: '/docsFolder',
        kind: 'line',
        is: ({ docsFolder }) => docsFolder,
        means: (text) => text,
      },
    ],
  },
  agentForm,
  callsForm,
  commitsForm,
  mergingForm,
  {
    id: 'limits',
    title: 'Limits',
    lead: 'What one job may use before it stops; its work is kept. Empty for the limit of the installation.',
    settings: [
      limit('concurrency', 'Jobs at once'),
      limit('steps', 'Steps of a job'),
      limit('tokens', 'Tokens of a job'),
      limit('usd', 'US dollars of a job'),
      limit('minutes', 'Minutes of a job'),
    ],
  },
  {
    id: 'publishing',
    title: 'Published site',
    lead: 'Where readers find the docs, so that page views find their files.',
    settings: [
      {
        name: 'siteUrl',
        label: 'Address of the site',
        hint: 'Such as https://docs.example.com; its sitemap shows which pages exist.',
        pointer: '/siteUrl',
        kind: 'line',
        is: ({ siteUrl }) => siteUrl ?? '',
        means: orNull,
      },
      {
        name: 'pagesAt',
        label: 'Path of the docs',
        hint: 'Such as /docs, or / for the top of the host; empty: Copydesk finds it out.',
        pointer: '/pagesAt',
        kind: 'line',
        is: ({ pagesAt }) => (pagesAt === '' ? '/' : (pagesAt ?? '')),
        means: orNull,
      },
    ],
  },
  {
    id: 'counting',
    title: 'Counting',
    lead: 'Which pages may send views without a key, which side counts people, and how many paths there may be.',
    settings: [
      {
        name: 'origins',
        label: 'Allowed origins',
        hint: 'One per line, such as https://docs.example.com.',
        pointer: '/origins',
        kind: 'area',
        is: ({ origins }) => origins.join('\n'),
        means: (text) => text.split(/\s+/).filter((one) => one !== ''),
      },
      {
        name: 'peopleFrom',
        label: 'People are counted',
        pointer: '/peopleFrom',
        kind: [
          ['', 'by either side'],
          ['browser', 'by the script in their browsers'],
          ['server', 'by the middleware on the server'],
        ],
        is: ({ peopleFrom }) => peopleFrom ?? '',
        means: orNull,
      },
      {
        name: 'newPathsPerDay',
        label: 'New paths a day',
        hint: 'How many new paths of one day are counted by name; more count as “(other)”.',
        pointer: '/newPathsPerDay',
        kind: 'line',
        is: ({ newPathsPerDay }) => String(newPathsPerDay),
        means: numberOf,
      },
    ],
  },
  readersForm,
  reportsForm,
  readabilityForm,
];

/** Returns the id of a setting's field in the page. */
export function settingId({ id }: PatchForm, name: string): string {
  return `${id}-${name.replace('.', '-')}`;
}

/** Renders the fields of a form, with what was typed or the stored values. */
export function patchFields(
  form: PatchForm,
  project: Project,
  typed: Record<string, string> | undefined,
  faults: Faults,
): Html {
  const fields = form.settings.map(({ name, label, hint, pointer, kind, is }) => {
    const id = settingId(form, name);
    const common = { id, name, label, hint, fault: faultAt(faults, pointer), value: typed?.[name] ?? is(project) };
    if (kind === 'line') return textField(common);
    return kind === 'area' ? areaField(common) : selectField({ ...common, options: kind });
  });
  return form.id === 'limits' ? html`<div class="pair">${fields}</div>` : html`${fields}`;
}
