import type { Project } from '../../projects/project.ts';
import { identityOf } from '../../workspace/objects/object-format.ts';
import type { Author } from '../../workspace/repository.ts';
import { author as copydesk } from './author.ts';
import { wantsSignOff } from './sign-off.ts';
import type { PreparedTurn } from '../turn.ts';

/** The project settings for the commits of its jobs. */
export type CommitSettings = Pick<Project, 'commitAuthor' | 'signOff'>;

/** How the commit of a turn is made. */
export interface CommitStyle {
  author: Author;
  /** Who signs the commit off, as the line `Signed-off-by` names the author; undefined without sign-off. */
  signedOffBy: string | undefined;
}

/**
 * @throws CopydeskError `repository_*` when the repository must be read to know whether it wants a sign-off, and cannot
 *   be.
 */
export async function commitStyleOf(
  { commitAuthor, signOff }: CommitSettings,
  { repository, branchBase }: Pick<PreparedTurn, 'repository' | 'branchBase'>,
): Promise<CommitStyle> {
  const author = commitAuthor === null ? copydesk : parseAuthor(commitAuthor);
  const isSigned = signOff === 'auto' ? await wantsSignOff(repository, branchBase) : signOff === 'always';
  return { author, signedOffBy: isSigned ? identityOf(author) : undefined };
}

/** Parses `Docs Bot <docs-bot@example.com>`, which was validated when it was set. */
function parseAuthor(text: string): Author {
  const start = text.lastIndexOf('<');
  return { name: text.slice(0, start).trim(), email: text.slice(start + 1, -1) };
}
