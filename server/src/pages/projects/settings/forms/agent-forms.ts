import { numberOf, numberOrNull, orNull, shownNumber } from '../setting.ts';
import type { PatchForm } from '../setting.ts';

const ends = ['merge', 'close'] as const;

const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

/** Yes, no, or the provider's default. */
const booleanOrNull = (text: string): unknown =>
  text === '' ? null : text === 'yes' ? true : text === 'no' ? false : text;

/** How the project's jobs work. */
export const agentForm: PatchForm = {
  id: 'agent',
  title: 'Agent',
  lead: 'What the jobs of this project do, and with which model.',
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
      name: 'helperModel',
      label: 'Helper model',
      hint: 'A cheaper one that describes changes and reads long pages for it; empty for none.',
      pointer: '/helperModel',
      kind: 'line',
      is: ({ helperModel }) => helperModel ?? '',
      means: orNull,
    },
    {
      name: 'questionsModel',
      label: 'Model for questions',
      hint: 'Judges whether pages answer the questions of the repository, also those that a job changes; each answer costs tokens. Empty for none.',
      pointer: '/questionsModel',
      kind: 'line',
      is: ({ questionsModel }) => questionsModel ?? '',
      means: orNull,
    },
    {
      name: 'instructions',
      label: 'Instructions',
      hint: 'The agent gets them in every job, before AGENTS.md of the repository. Up to 20,000 characters.',
      pointer: '/instructions',
      kind: 'area',
      is: ({ instructions }) => instructions,
      means: (text) => text.replaceAll('\r\n', '\n').trim(),
    },
    {
      name: 'checks',
      label: 'A change that breaks the docs',
      pointer: '/checks',
      kind: [
        ['draft', 'opens as a draft if the model contests every problem'],
        ['strict', 'fails the job'],
      ],
      is: ({ checks }) => checks,
      means: (text) => text,
    },
    {
      name: 'guardViews',
      label: 'Guarded addresses',
      hint: 'A lost address with at least this many views in 30 days is an error; 0 for never.',
      pointer: '/guardViews',
      kind: 'line',
      is: ({ guardViews }) => String(guardViews),
      means: numberOf,
    },
    {
      name: 'archiveOn',
      label: 'A job is archived',
      hint: 'Otherwise a message continues it in a new pull request.',
      pointer: '/archiveOn',
      kind: [
        ['', 'only by people, or after a long idle time'],
        ['merge', 'when its pull request is merged, too'],
        ['close', 'when its pull request is closed unmerged, too'],
        ['merge,close', 'when its pull request is merged or closed, too'],
      ],
      is: ({ archiveOn }) => ends.filter((end) => archiveOn.includes(end)).join(','),
      means: (text) => (text === '' ? [] : text.split(',')),
    },
    {
      name: 'mergeBy',
      label: 'Pull requests that Copydesk keeps are merged',
      hint: 'Owners may change this. A code host has rules of its own for its branches.',
      pointer: '/mergeBy',
      kind: [
        ['anyone', 'by anyone who may'],
        ['other', 'by somebody other than those who asked for the change'],
      ],
      is: ({ mergeBy }) => mergeBy,
      means: (text) => text,
    },
    {
      name: 'sharedFiles',
      label: 'A change to files of another open pull request',
      hint: 'Of another job, into the same branch. A waiting change is first updated with what was merged, and then opened.',
      pointer: '/sharedFiles',
      kind: [
        ['tell', 'is opened, and mentions the other'],
        ['wait', 'waits until the other is merged or closed, at most 72 hours'],
      ],
      is: ({ sharedFiles }) => sharedFiles,
      means: (text) => text,
    },
    {
      name: 'effectComment',
      label: 'The effect of a merged change on page views',
      hint: 'A comment on the pull request, when its 14 days are over. If there are too few views, there is no comment.',
      pointer: '/effectComment',
      kind: [
        ['off', 'is on the page of its job'],
        ['on', 'is also posted on its pull request'],
      ],
      is: ({ effectComment }) => effectComment,
      means: (text) => text,
    },
    {
      name: 'ciRounds',
      label: 'Turns for failed checks',
      hint: 'How many in a row a job starts by itself if checks of its pull request fail at the code host; 0 for none.',
      pointer: '/ciRounds',
      kind: 'line',
      is: ({ ciRounds }) => String(ciRounds),
      means: numberOf,
    },
    {
      name: 'ciWaitMinutes',
      label: 'Minutes for checks',
      hint: 'How long it waits for a check that does not end.',
      pointer: '/ciWaitMinutes',
      kind: 'line',
      is: ({ ciWaitMinutes }) => String(ciWaitMinutes),
      means: numberOf,
    },
  ],
};

/** How its model is called. */
export const callsForm: PatchForm = {
  id: 'calls',
  title: 'Calls of the model',
  lead: 'Settings of model calls, if the provider has them. Empty for the default of the provider.',
  settings: [
    {
      name: 'effort',
      label: 'Effort',
      hint: 'How long it thinks before it answers. A model without this level refuses the call.',
      pointer: '/effort',
      kind: [['', 'default of the provider'], ...efforts.map((effort) => [effort, effort] as const)],
      is: ({ effort }) => effort ?? '',
      means: orNull,
    },
    {
      name: 'maxOutputTokens',
      label: 'Tokens of one answer',
      hint: 'At most. If an answer is cut off, Copydesk asks for smaller parts.',
      pointer: '/maxOutputTokens',
      kind: 'line',
      is: ({ maxOutputTokens }) => shownNumber(maxOutputTokens),
      means: numberOrNull,
    },
    {
      name: 'temperature',
      label: 'Temperature',
      hint: 'From 0 to 2. Models that think accept no temperature.',
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
        ['', 'default of the provider'],
        ['yes', 'yes'],
        ['no', 'no, one after another'],
      ],
      is: ({ parallelCalls }) => (parallelCalls === null ? '' : parallelCalls ? 'yes' : 'no'),
      means: booleanOrNull,
    },
    {
      name: 'images',
      label: 'Images',
      hint: 'Whether it gets the images that it reads. If a model accepts none, Copydesk asks again without them.',
      pointer: '/images',
      kind: [
        ['auto', 'where the model is known to see'],
        ['on', 'shown'],
        ['off', 'not shown'],
      ],
      is: ({ images }) => images,
      means: (text) => text,
    },
  ],
};

const forNames = [
  ['mark', 'reported to reviewers'],
  ['refuse', 'refused'],
  ['allow', 'allowed'],
] as const;

/** How changes are committed and delivered. */
export const commitsForm: PatchForm = {
  id: 'commits',
  title: 'Commits and pull requests',
  lead: 'The author of the commits of this project, and how much reviewers want to read at once.',
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
      hint: 'The line Signed-off-by of that author, which DCO checks require.',
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
      hint: 'At most, if the work can be done in parts; larger ones say so. Empty for any number.',
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
    {
      name: 'refuseFilesOver',
      label: 'Maximum files',
      hint: 'A change of more files is refused, whoever asked for it. Empty for any number.',
      pointer: '/refuseFilesOver',
      kind: 'line',
      is: ({ refuseFilesOver }) => shownNumber(refuseFilesOver),
      means: numberOrNull,
    },
    {
      name: 'refuseBytesOver',
      label: 'Maximum bytes',
      hint: 'Bytes of new contents, counting changed files whole; more is refused. 20000000 are 20 MB. Empty for any number.',
      pointer: '/refuseBytesOver',
      kind: 'line',
      is: ({ refuseBytesOver }) => shownNumber(refuseBytesOver),
      means: numberOrNull,
    },
    {
      name: 'refuseDeletedOver',
      label: 'Maximum percent of deleted pages',
      hint: 'More is refused. A moved page is not deleted, an emptied page is; five pages are always allowed. Empty for any number.',
      pointer: '/refuseDeletedOver',
      kind: 'line',
      is: ({ refuseDeletedOver }) => shownNumber(refuseDeletedOver),
      means: numberOrNull,
    },
    {
      name: 'allow',
      label: 'Allowed besides the docs',
      hint: 'Paths and globs that jobs may write, one per line. Files that builds, hosts and agents obey need their exact path.',
      pointer: '/allow',
      kind: 'area',
      is: ({ allow }) => allow.join('\n'),
      means: (text) => text.split('\n').flatMap((line) => line.trim() || []),
    },
    {
      name: 'pageCode',
      label: 'Code in pages',
      hint: 'Imports, calls, scripts, event handlers and the like that the docs did not have.',
      pointer: '/pageCode',
      kind: [
        ['auto', 'refused if it runs when the site is built, else reported to reviewers'],
        ['refuse', 'refused'],
        ['mark', 'reported to reviewers'],
        ['allow', 'allowed'],
      ],
      is: ({ pageCode }) => pageCode,
      means: (text) => text,
    },
    {
      name: 'newHosts',
      label: 'New hosts',
      hint: 'Links and images that lead to hosts which the docs did not name.',
      pointer: '/newHosts',
      kind: forNames,
      is: ({ newHosts }) => newHosts,
      means: (text) => text,
    },
    {
      name: 'installCommands',
      label: 'Install commands',
      hint: 'Those that the docs did not have.',
      pointer: '/installCommands',
      kind: forNames,
      is: ({ installCommands }) => installCommands,
      means: (text) => text,
    },
  ],
};
