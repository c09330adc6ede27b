import type { Project } from '../../../projects/project.ts';
import { areaField, faultAt, selectField, textField } from '../../view/fields.ts';
import type { Faults } from '../../view/fields.ts';
import { html } from '../../view/html.ts';
import type { Html } from '../../view/html.ts';

/** A setting as a form has it: what it is by now, and what a typed text means to the API. */
export interface Setting {
  name: string;
  label: string;
  hint?: string;
  /** Where the API's errors name it. */
  pointer: string;
  kind: 'line' | 'area' | readonly (readonly [value: string, words: string])[];
  is: (project: Project) => string;
  /** What is sent for a text; a number that is none goes as it is, so that the API says what is wrong. */
  means: (text: string) => unknown;
}

/** A form that changes some settings with one PATCH. */
export interface PatchForm {
  id: 'general' | 'source' | 'agent' | 'calls' | 'commits' | 'limits' | 'publishing' | 'counting';
  title: string;
  lead: string;
  settings: Setting[];
}

const orNull = (text: string): string | null => (text === '' ? null : text);
const numberOrNull = (text: string): unknown => (text === '' ? null : numberOf(text));
const numberOf = (text: string): unknown => (/^-?\d+(\.\d+)?(e\d+)?$/i.test(text) ? Number(text) : text);
const shownNumber = (value: number | null): string => (value === null ? '' : String(value));

/** Yes, no, or whatever the provider does. */
const booleanOrNull = (text: string): unknown =>
  text === '' ? null : text === 'yes' ? true : text === 'no' ? false : text;

const limit = (name: keyof Project['limits'], label: string): Setting => ({
  name: `limits.${name}`,
  label,
  pointer: `/limits/${name}`,
  kind: 'line',
  is: ({ limits }) => shownNumber(limits[name]),
  means: numberOrNull,
});

const ends = ['merge', 'close'] as const;

const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

/** All settings that a PATCH changes, by the forms that they stand in. */
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
    lead: 'Where the docs are. Another place is looked at before anything is saved: there must be docs in it.',
    settings: [
      {
        name: 'repository',
        label: 'Repository',
        hint: 'An https address. A path on the machine of Copydesk may be given by an owner.',
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
        hint: 'Within the repository; empty for all of it.',
        pointer: '/docsFolder',
        kind: 'line',
        is: ({ docsFolder }) => docsFolder,
        means: (text) => text,
      },
    ],
  },
  {
    id: 'agent',
    title: 'Agent',
    lead: 'What the jobs of this project do, and by what model.',
    settings: [
      {
        name: 'model',
        label: 'Model',
        hint: 'Such as anthropic/claude-sonnet-5-5; empty for that of the installation.',
        pointer: '/model',
        kind: 'line',
        is: ({ model }) => model ?? '',
        means: orNull,
      },
      {
        name: 'instructions',
        label: 'Instructions',
        hint: 'Told to the agent in every job, above AGENTS.md of the repository. Up to 20,000 characters.',
        pointer: '/instructions',
        kind: 'area',
        is: ({ instructions }) => instructions,
        means: (text) => text.replaceAll('\r\n', '\n').trim(),
      },
      {
        name: 'checks',
        label: 'A change that breaks the docs by the checks',
        pointer: '/checks',
        kind: [
          ['draft', 'opens as a draft where the model contests every problem'],
          ['strict', 'fails the job'],
        ],
        is: ({ checks }) => checks,
        means: (text) => text,
      },
      {
        name: 'guardViews',
        label: 'Guarded addresses',
        hint: 'A lost address that had at least so many views in 30 days is an error; 0 for never.',
        pointer: '/guardViews',
        kind: 'line',
        is: ({ guardViews }) => String(guardViews),
        means: numberOf,
      },
      {
        name: 'archiveOn',
        label: 'A job is archived',
        hint: 'One that is not goes on with a message, in a new pull request.',
        pointer: '/archiveOn',
        kind: [
          ['', 'by people, or when it is idle for long'],
          ['merge', 'when its pull request is merged, too'],
          ['close', 'when its pull request is closed unmerged, too'],
          ['merge,close', 'when its pull request is merged or closed, too'],
        ],
        is: ({ archiveOn }) => ends.filter((end) => archiveOn.includes(end)).join(','),
        means: (text) => (text === '' ? [] : text.split(',')),
      },
      {
        name: 'ciRounds',
        label: 'Turns for failed checks',
        hint: 'So many in a row does a job begin by itself when checks of its pull request fail at the code host; 0 for none.',
        pointer: '/ciRounds',
        kind: 'line',
        is: ({ ciRounds }) => String(ciRounds),
        means: numberOf,
      },
      {
        name: 'ciWaitMinutes',
        label: 'Minutes for checks',
        hint: 'For how long it waits for a check that does not end.',
        pointer: '/ciWaitMinutes',
        kind: 'line',
        is: ({ ciWaitMinutes }) => String(ciWaitMinutes),
        means: numberOf,
      },
    ],
  },
  {
    id: 'calls',
    title: 'Calls of the model',
    lead: 'How the model is asked, where its provider has that. Empty for what the provider does by itself.',
    settings: [
      {
        name: 'effort',
        label: 'Effort',
        hint: 'How long it thinks before it answers. A model that has no such level refuses it.',
        pointer: '/effort',
        kind: [['', 'as the provider does'], ...efforts.map((effort) => [effort, effort] as const)],
        is: ({ effort }) => effort ?? '',
        means: orNull,
      },
      {
        name: 'maxOutputTokens',
        label: 'Tokens of one answer',
        hint: 'At most. An answer that is cut off is asked for in smaller parts.',
        pointer: '/maxOutputTokens',
        kind: 'line',
        is: ({ maxOutputTokens }) => shownNumber(maxOutputTokens),
        means: numberOrNull,
      },
      {
        name: 'temperature',
        label: 'Temperature',
        hint: 'From 0 to 2. Models that think take none.',
        pointer: '/temperature',
        kind: 'line',
        is: ({ temperature }) => shownNumber(temperature),
        means: numberOrNull,
      },
      {
        name: 'parallelCalls',
        label: 'Several tools in one answer',
        pointer: '/parallelCalls',
        kind: [
          ['', 'as the provider does'],
          ['yes', 'yes'],
          ['no', 'no, one after another'],
        ],
        is: ({ parallelCalls }) => (parallelCalls === null ? '' : parallelCalls ? 'yes' : 'no'),
        means: booleanOrNull,
      },
    ],
  },
  {
    id: 'commits',
    title: 'Commits and pull requests',
    lead: 'Under whose name the jobs of this project commit, and how much reviewers want to read at once.',
    settings: [
      {
        name: 'commitAuthor',
        label: 'Author',
        hint: 'Such as Docs Bot <docs-bot@example.com>; empty for Copydesk itself.',
        pointer: '/commitAuthor',
        kind: 'line',
        is: ({ commitAuthor }) => commitAuthor ?? '',
        means: orNull,
      },
      {
        name: 'signOff',
        label: 'Sign-off',
        hint: 'The line Signed-off-by of that author, which DCO checks ask for.',
        pointer: '/signOff',
        kind: [
          ['auto', 'where the repository asks for it'],
          ['always', 'always'],
          ['never', 'never'],
        ],
        is: ({ signOff }) => signOff,
        means: (text) => text,
      },
      {
        name: 'maxChangedFiles',
        label: 'Files of a pull request',
        hint: 'At most, where the work can be done in parts; larger ones say so. Empty for any.',
        pointer: '/maxChangedFiles',
        kind: 'line',
        is: ({ maxChangedFiles }) => shownNumber(maxChangedFiles),
        means: numberOrNull,
      },
      {
        name: 'maxChangedLines',
        label: 'Changed lines of a pull request',
        hint: 'Likewise.',
        pointer: '/maxChangedLines',
        kind: 'line',
        is: ({ maxChangedLines }) => shownNumber(maxChangedLines),
        means: numberOrNull,
      },
    ],
  },
  {
    id: 'limits',
    title: 'Limits',
    lead: 'What one job may use before it stops, with its work kept. Empty for the limit of the installation.',
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
        hint: 'Such as https://docs.example.com; its sitemap tells which pages there are.',
        pointer: '/siteUrl',
        kind: 'line',
        is: ({ siteUrl }) => siteUrl ?? '',
        means: orNull,
      },
      {
        name: 'pagesAt',
        label: 'Path of the docs',
        hint: 'Such as /docs, or / for the top of the host; empty to find it out.',
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
    lead: 'Which pages may send views without a key, and which side counts people.',
    settings: [
      {
        name: 'origins',
        label: 'Allowed origins',
        hint: 'One a line, such as https://docs.example.com.',
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
    ],
  },
];

/** The id of a setting's field in the page. */
export function settingId({ id }: PatchForm, name: string): string {
  return `${id}-${name.replace('.', '-')}`;
}

/** The fields of a form: with what was typed, or what is. */
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
