import { numberOf, numberOrNull, orNull, shownNumber } from './setting.ts';
import type { PatchForm } from './setting.ts';

const ends = ['merge', 'close'] as const;

const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

/** Yes, no, or the provider's default. */
const booleanOrNull = (text: string): unknown =>
  text === '' ? null : text === 'yes' ? true : text === 'no' ? false : text;

/** How the project's jobs work. */
export const agentForm: PatchForm = {
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
      name: 'helperModel',
      label: 'Helper model',
      hint: 'A cheaper one that describes changes and reads long pages for it; empty for none.',
      pointer: '/helperModel',
      kind: 'line',
      is: ({ helperModel }) => helperModel ?? '',
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
      name: 'mergeBy',
      label: 'Pull requests that are here are merged',
      hint: 'Owners may change this. A code host has rules of its own for its branches.',
      pointer: '/mergeBy',
      kind: [
        ['anyone', 'by anyone who may'],
        ['other', 'by another than those who asked for the change'],
      ],
      is: ({ mergeBy }) => mergeBy,
      means: (text) => text,
    },
    {
      name: 'sharedFiles',
      label: 'A change to files of another open pull request',
      hint: 'Of another job, into the same branch. One that waits is brought onto what was merged, and opened then.',
      pointer: '/sharedFiles',
      kind: [
        ['tell', 'is opened, and tells of the other'],
        ['wait', 'waits until the other is merged or closed, 72 hours at most'],
      ],
      is: ({ sharedFiles }) => sharedFiles,
      means: (text) => text,
    },
    {
      name: 'effectComment',
      label: 'What a merged change did to page views',
      hint: 'A comment on the pull request, once its 14 days are over. Where too few views tell, there is none.',
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
};

/** How its model is called. */
export const callsForm: PatchForm = {
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
    {
      name: 'images',
      label: 'Images',
      hint: 'Whether it is shown the images that it reads. A model that takes none is asked again without.',
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
  ['mark', 'told to reviewers'],
  ['refuse', 'refused'],
  ['allow', 'allowed'],
] as const;

/** How changes are committed and delivered. */
export const commitsForm: PatchForm = {
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
    {
      name: 'refuseFilesOver',
      label: 'Files, else refused',
      hint: 'A change of more files is refused, whoever asked for it. Empty for any.',
      pointer: '/refuseFilesOver',
      kind: 'line',
      is: ({ refuseFilesOver }) => shownNumber(refuseFilesOver),
      means: numberOrNull,
    },
    {
      name: 'refuseBytesOver',
      label: 'Bytes, else refused',
      hint: 'Of contents that are new, each file whole. 20000000 are 20 MB. Empty for any.',
      pointer: '/refuseBytesOver',
      kind: 'line',
      is: ({ refuseBytesOver }) => shownNumber(refuseBytesOver),
      means: numberOrNull,
    },
    {
      name: 'refuseDeletedOver',
      label: 'Percent of deleted pages, else refused',
      hint: 'What moves is not deleted, what is emptied is; five pages may always go. Empty for any.',
      pointer: '/refuseDeletedOver',
      kind: 'line',
      is: ({ refuseDeletedOver }) => shownNumber(refuseDeletedOver),
      means: numberOrNull,
    },
    {
      name: 'allow',
      label: 'Allowed besides the docs',
      hint: 'Paths and globs that jobs may write, one a line. What builds, hosts and agents obey counts by its path alone.',
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
        ['auto', 'refused where it runs when the site is built, else told to reviewers'],
        ['refuse', 'refused'],
        ['mark', 'told to reviewers'],
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
