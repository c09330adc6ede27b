import { repairPromptPrefix } from '@copydesk/contract';
import type { AutomationKind } from '@copydesk/contract';

/** A setting of a kind, as a form field. */
export interface SettingField {
  /** Its name in the API. */
  name: string;
  label: string;
  hint: string;
  /** `list`: separated by commas; `switch`: a checkbox. */
  type: 'text' | 'number' | 'list' | 'switch' | readonly (readonly [value: string, words: string])[];
  /** The value in a new form. */
  value: string;
}

/** The name of a kind, and its settings. */
export interface KindForm {
  name: string;
  what: string;
  /** The prompt in a new form. */
  prompt: string;
  fields: readonly SettingField[];
}

const times = (cron: string): readonly SettingField[] => [
  {
    name: 'cron',
    label: 'When',
    hint: 'Minute, hour, day, month, day of the week: “0 6 * * 1” is Mondays at six. Or @daily, @weekly, @monthly.',
    type: 'text',
    value: cron,
  },
  { name: 'timeZone', label: 'Time zone', hint: 'Such as Europe/Berlin.', type: 'text', value: 'UTC' },
];

/** The form of each kind. */
export const kindForms: Record<AutomationKind, KindForm> = {
  schedule: {
    name: 'On a schedule',
    what: 'Starts at fixed times, whether or not something happened.',
    prompt: 'Look for pages whose steps no longer fit the product, and correct them.',
    fields: times('0 6 * * 1'),
  },
  not_found: {
    name: 'Paths that were not found',
    what: 'Checks at fixed times for paths that readers requested and did not find.',
    prompt:
      `${repairPromptPrefix} call repair_not_found first. For each path that it leaves undecided, add a redirect to the page that was ` +
      'meant, or write the page where the docs lack it. Leave paths alone that are probes, assets or typing errors, and say which.',
    fields: [
      ...times('0 6 * * 1'),
      {
        name: 'from',
        label: 'Whose requests count',
        hint: '',
        type: [
          ['both', 'People and AI'],
          ['ai', 'AI alone'],
          ['people', 'Only people'],
        ],
        value: 'both',
      },
      {
        name: 'minReaders',
        label: 'Different readers',
        hint: 'How many must have requested a path.',
        type: 'number',
        value: '3',
      },
      { name: 'days', label: 'Days', hint: 'How far back requests count.', type: 'number', value: '7' },
    ],
  },
  product_changed: {
    name: 'The product changed',
    what: 'Checks what is merged or pushed in context repositories.',
    prompt: 'Bring the docs up to date with this change of the product, and change nothing that it does not concern.',
    fields: [
      {
        name: 'repositories',
        label: 'Context repositories',
        hint: 'Their names, separated by commas; empty for all those of the project.',
        type: 'list',
        value: '',
      },
      {
        name: 'paths',
        label: 'Paths that count',
        hint: 'Patterns such as src/**, separated by commas; empty for any path.',
        type: 'list',
        value: '',
      },
      {
        name: 'needed',
        label: 'Labels that ask for docs',
        hint: 'A pull request with one of them counts, whatever its paths.',
        type: 'list',
        value: 'docs-needed',
      },
      {
        name: 'never',
        label: 'Labels that need no docs',
        hint: 'A pull request with one of them never counts.',
        type: 'list',
        value: 'no-docs',
      },
      {
        name: 'ask',
        label: 'Ask a model first',
        hint: 'Whether a change concerns readers. It costs little. Only a clear yes counts.',
        type: 'switch',
        value: 'true',
      },
    ],
  },
  read_most: {
    name: 'Read most, oldest first',
    what: 'Checks at fixed times for pages that are read most and were not changed for a long time.',
    prompt:
      'Read each of these pages, and correct what is wrong, missing or out of date. Change nothing that is still right.',
    fields: [
      ...times('0 6 1 * *'),
      { name: 'pages', label: 'Pages', hint: 'How many a job is given.', type: 'number', value: '5' },
      { name: 'minViews', label: 'Views', hint: 'In 30 days, that a page must have.', type: 'number', value: '10' },
      { name: 'minAgeDays', label: 'Days', hint: 'Since its last change.', type: 'number', value: '180' },
    ],
  },
  translations: {
    name: 'Translations behind',
    what: 'Checks at fixed times for pages whose source changed after them. Each language has a pull request of its own.',
    prompt:
      'Bring these translations up to date with their sources. Keep the terms that they use, and translate no code.',
    fields: [
      ...times('0 6 * * *'),
      { name: 'source', label: 'Source language', hint: 'Such as en.', type: 'text', value: 'en' },
      {
        name: 'languages',
        label: 'Languages',
        hint: 'Such as de, fr, pt-BR; empty for all that exist.',
        type: 'list',
        value: '',
      },
      { name: 'pages', label: 'Pages', hint: 'How many of a language a job is given.', type: 'number', value: '10' },
    ],
  },
  feedback: {
    name: 'What readers say',
    what: 'Checks at fixed times for pages that readers did not find helpful, and for what they wrote.',
    prompt:
      'For each page, look at what readers found wrong, missing or unclear, and correct it where the docs or a context repository show ' +
      'that they are right. Change nothing that cannot be verified, and say why.',
    fields: [
      ...times('0 6 * * 1'),
      {
        name: 'minReports',
        label: 'Reports',
        hint: 'How many a page must have that no job got.',
        type: 'number',
        value: '3',
      },
      { name: 'days', label: 'Days', hint: 'How far back reports count.', type: 'number', value: '30' },
      { name: 'pages', label: 'Pages', hint: 'How many a job is given.', type: 'number', value: '5' },
    ],
  },
  inbound: {
    name: 'A request to a trigger',
    what: 'Handles the requests to a trigger of the project, together in one pull request.',
    prompt: 'Look whether the docs need a change for what is reported here, and make it.',
    fields: [
      {
        name: 'triggerId',
        label: 'Trigger',
        hint: 'The id of a trigger of this project, as “copydesk trigger list” shows it.',
        type: 'text',
        value: '',
      },
    ],
  },
  issue: {
    name: 'An issue of the code host',
    what: 'Handles issues that get a label, or are assigned to an account.',
    prompt: 'Look whether the docs need a change for this issue, and make it.',
    fields: [
      {
        name: 'labels',
        label: 'Labels',
        hint: 'Separated by commas; one of them is enough.',
        type: 'list',
        value: 'docs',
      },
      {
        name: 'assignees',
        label: 'Accounts',
        hint: 'Or assigned to one of these, separated by commas.',
        type: 'list',
        value: '',
      },
    ],
  },
};
