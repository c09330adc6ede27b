import { type Command, InvalidArgumentError } from 'commander';
import { ProjectPatch } from '@copydesk/contract';
import type { ArchiveOn, Project, ProjectChange, SignOff } from '../projects/project.ts';

/** The options that say how the commits of a project's jobs are made, and when the jobs are over. */
export interface CommitOptions {
  /** False for --no-author. */
  author?: string | false;
  signOff?: SignOff;
  archiveOn?: ArchiveOn;
}

export function addCommitOptions(command: Command): Command {
  return command
    .option('--author <author>', 'who commits, such as "Docs Bot <docs-bot@example.com>"', parseAuthor)
    .option('--no-author', 'commit as Copydesk')
    .option(
      '--sign-off <when>',
      'sign commits off: auto (where the repository asks for it), always or never',
      parseSignOff,
    )
    .option(
      '--archive-on <when>',
      'which ends of its pull request archive a job: merge, close, both with a comma, or never',
      parseArchiveOn,
    );
}

/** What is undefined was not given. */
export function commitsOf({
  author,
  signOff,
  archiveOn,
}: CommitOptions): Pick<ProjectChange, 'commitAuthor' | 'signOff' | 'archiveOn'> {
  return { commitAuthor: author === false ? null : author, signOff, archiveOn };
}

/** How the commits of a project are made, as `printFields` takes it. */
export function commitFields({
  commitAuthor,
  signOff,
  archiveOn,
}: Project): [name: string, value: string | undefined][] {
  return [
    ['author', commitAuthor ?? undefined],
    ['sign-off', signOff],
    ['archive on', archiveOn.join(', ') || 'never'],
  ];
}

function parseAuthor(text: string): string {
  const { data } = ProjectPatch.safeParse({ commitAuthor: text });
  if (typeof data?.commitAuthor === 'string') return data.commitAuthor;
  throw new InvalidArgumentError('Give a name and an address, such as "Docs Bot <docs-bot@example.com>".');
}

function parseSignOff(text: string): SignOff {
  if (text === 'auto' || text === 'always' || text === 'never') return text;
  throw new InvalidArgumentError('Give auto, always or never.');
}

function parseArchiveOn(text: string): ArchiveOn {
  const { data } = ProjectPatch.safeParse({ archiveOn: text === 'never' ? [] : text.split(/ *, */) });
  if (data?.archiveOn !== undefined) return data.archiveOn;
  throw new InvalidArgumentError('Give merge, close, merge,close or never.');
}
