import { type Command, InvalidArgumentError } from 'commander';
import { ProjectPatch } from '@copydesk/contract';
import type {
  ArchiveOn,
  EffectComment,
  MergeBy,
  Project,
  ProjectChange,
  SharedFiles,
  SignOff,
} from '../../projects/project.ts';
import { parseOneOf } from '../options.ts';

/** The options that set how a project's jobs commit, how large a pull request may be, and when jobs are archived. */
export interface CommitOptions {
  /** False for --no-author. */
  author?: string | false;
  signOff?: SignOff;
  /** False for `none`: the option parser turns null into ''. */
  maxChangedFiles?: number | false;
  maxChangedLines?: number | false;
  archiveOn?: ArchiveOn;
  mergeBy?: MergeBy;
  sharedFiles?: SharedFiles;
  effectComment?: EffectComment;
}

export function addCommitOptions(command: Command): Command {
  return command
    .option('--author <author>', 'who commits, such as "Docs Bot <docs-bot@example.com>"', parseAuthor)
    .option('--no-author', 'commit as Copydesk')
    .option(
      '--sign-off <when>',
      'sign commits off: auto (if the repository asks for it), always or never',
      parseOneOf<SignOff>('auto', 'always', 'never'),
    )
    .option(
      '--max-changed-files <files>',
      'maximum files that reviewers want in one pull request, or none',
      mostOf('maxChangedFiles'),
    )
    .option(
      '--max-changed-lines <lines>',
      'maximum changed lines that reviewers want in one pull request, or none',
      mostOf('maxChangedLines'),
    )
    .option(
      '--archive-on <when>',
      'which end of its pull request archives a job: merge, close, both with a comma, or never',
      parseArchiveOn,
    )
    .option(
      '--merge-by <whom>',
      'who merges pull requests of the local host: anyone, or other: somebody other than those who asked',
      parseOneOf<MergeBy>('anyone', 'other'),
    )
    .option(
      '--shared-files <how>',
      'a change to files of another open pull request: tell (it is opened and mentions the other) or wait (until that ended)',
      parseOneOf<SharedFiles>('tell', 'wait'),
    )
    .option(
      '--effect-comment <how>',
      'after 14 days, post on a merged pull request what it did to page views: on or off',
      parseOneOf<EffectComment>('on', 'off'),
    );
}

type Commits = Pick<
  ProjectChange,
  | 'commitAuthor'
  | 'signOff'
  | 'maxChangedFiles'
  | 'maxChangedLines'
  | 'archiveOn'
  | 'mergeBy'
  | 'sharedFiles'
  | 'effectComment'
>;

/** Undefined means not given. */
export function commitsOf({ author, ...options }: CommitOptions): Commits {
  const { signOff, archiveOn, mergeBy, sharedFiles, effectComment } = options;
  return {
    commitAuthor: author === false ? null : author,
    signOff,
    maxChangedFiles: options.maxChangedFiles === false ? null : options.maxChangedFiles,
    maxChangedLines: options.maxChangedLines === false ? null : options.maxChangedLines,
    archiveOn,
    mergeBy,
    sharedFiles,
    effectComment,
  };
}

/** Returns how the commits of a project are made, as `printFields` takes it. */
export function commitFields(project: Project): [name: string, value: string | undefined][] {
  const { commitAuthor, signOff, maxChangedFiles, maxChangedLines, archiveOn, mergeBy } = project;
  const { sharedFiles, effectComment } = project;
  return [
    ['author', commitAuthor ?? undefined],
    ['sign-off', signOff],
    ['pull requests', sizeOf(maxChangedFiles, maxChangedLines)],
    ['archive on', archiveOn.join(', ') || 'never'],
    ['merge by', mergeBy],
    ['shared files', sharedFiles],
    ['effect comment', effectComment],
  ];
}

function sizeOf(files: number | null, lines: number | null): string | undefined {
  const parts = [
    ...(files === null ? [] : [`${files.toLocaleString('en')} files`]),
    ...(lines === null ? [] : [`${lines.toLocaleString('en')} lines`]),
  ];
  return parts.length === 0 ? undefined : `up to ${parts.join(' and ')}`;
}

/** Parses a number as the API does. */
function mostOf(name: 'maxChangedFiles' | 'maxChangedLines'): (text: string) => number | false {
  return (text) => {
    const value = text === 'none' ? null : /^\d{1,10}$/.test(text) ? Number(text) : undefined;
    const { data } = ProjectPatch.safeParse({ [name]: value });
    if (data?.[name] !== undefined) return data[name] ?? false;
    throw new InvalidArgumentError('Give a whole number of at least 1, or none.');
  };
}

function parseAuthor(text: string): string {
  const { data } = ProjectPatch.safeParse({ commitAuthor: text });
  if (typeof data?.commitAuthor === 'string') return data.commitAuthor;
  throw new InvalidArgumentError('Give a name and an address, such as "Docs Bot <docs-bot@example.com>".');
}

function parseArchiveOn(text: string): ArchiveOn {
  const { data } = ProjectPatch.safeParse({ archiveOn: text === 'never' ? [] : text.split(/ *, */) });
  if (data?.archiveOn !== undefined) return data.archiveOn;
  throw new InvalidArgumentError('Give merge, close, merge,close or never.');
}
