import type { Project } from '../projects/project.ts';
import { identityOf } from '../workspace/object-format.ts';
import type { Author } from '../workspace/repository.ts';
import { author as copydesk } from './author.ts';
import { asksForSignOff } from './sign-off.ts';
import type { PreparedTurn } from './turn.ts';

/** What a project says of the commits of its jobs. */
export type CommitSettings = Pick<Project, 'commitAuthor' | 'signOff'>;

/** How the commit of a turn is made. */
export interface CommitStyle {
  author: Author;
  /** Who signs it off, as the line `Signed-off-by` names the author; undefined where nobody does. */
  signedOffBy: string | undefined;
}

/** @throws CopydeskError `repository_*` when the repository is to say whether it wants a sign-off, and cannot be read. */
export async function commitStyleOf(
  { commitAuthor, signOff }: CommitSettings,
  { repository, branchBase }: Pick<PreparedTurn, 'repository' | 'branchBase'>,
): Promise<CommitStyle> {
  const author = commitAuthor === null ? copydesk : parseAuthor(commitAuthor);
  const isSigned = signOff === 'auto' ? await asksForSignOff(repository, branchBase) : signOff === 'always';
  return { author, signedOffBy: isSigned ? identityOf(author) : undefined };
}

/** `Docs Bot <docs-bot@example.com>`, which was checked when it was set. */
function parseAuthor(text: string): Author {
  const start = text.lastIndexOf('<');
  return { name: text.slice(0, start).trim(), email: text.slice(start + 1, -1) };
}
