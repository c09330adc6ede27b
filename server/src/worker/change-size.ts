import type { Project } from '../projects/project.ts';
import { author } from './author.ts';
import type { PreparedTurn } from './turn.ts';

/** How large a pull request reviewers ask for at most; null for any. */
export type SizeSettings = Pick<Project, 'maxChangedFiles' | 'maxChangedLines'>;

/**
 * Says how large the pull request becomes by the turn, with what its branch has already, where that is more than the team
 * asks for; undefined where it is not. It is a hint: nothing fails by it.
 *
 * @throws CopydeskError `repository_*`.
 */
export async function oversizeOf(
  { maxChangedFiles, maxChangedLines }: SizeSettings,
  turn: PreparedTurn,
): Promise<string | undefined> {
  if (maxChangedFiles === null && maxChangedLines === null) return undefined;
  const files = await turn.repository.diff(turn.branchBase, await draftOf(turn));
  const lines = files.reduce((sum, { additions, deletions }) => sum + additions + deletions, 0);
  const isLarge = files.length > (maxChangedFiles ?? Infinity) || lines > (maxChangedLines ?? Infinity);
  if (!isLarge) return undefined;
  const asked = [...counted(maxChangedFiles, 'file'), ...counted(maxChangedLines, 'line')].join(' and ');
  const is = [...counted(files.length, 'file'), ...counted(lines, 'line')].join(' and ');
  return `This pull request changes ${is}; the team asks for at most ${asked}.`;
}

/** The turn's change as a commit that nobody sees: it is what git can compare. */
export async function draftOf({ repository, tree, baseCommit, startedAt: at }: PreparedTurn): Promise<string> {
  return await repository.commit({ tree, parents: [baseCommit], message: 'The change so far\n', author, at });
}

function counted(number: number | null, what: string): string[] {
  return number === null ? [] : [`${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`];
}
