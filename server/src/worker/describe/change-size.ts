import type { Project } from '../../projects/project.ts';
import { author } from '../deliver/author.ts';
import type { PreparedTurn } from '../turn.ts';

/** The largest pull request that reviewers want; null for any size. */
export type SizeSettings = Pick<Project, 'maxChangedFiles' | 'maxChangedLines'>;

/**
 * Returns how large the pull request becomes with this turn and what its branch already has, when that is more than the
 * team asks for; otherwise undefined. It is a hint: nothing fails because of it.
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
  const asked = [...countInWords(maxChangedFiles, 'file'), ...countInWords(maxChangedLines, 'line')].join(' and ');
  const is = [...countInWords(files.length, 'file'), ...countInWords(lines, 'line')].join(' and ');
  return `This pull request changes ${is}; the team asks for at most ${asked}.`;
}

/** Stores the turn's change as a commit on no branch, so that git can compare it. */
export async function draftOf({ repository, tree, baseCommit, startedAt: at }: PreparedTurn): Promise<string> {
  return await repository.commit({ tree, parents: [baseCommit], message: 'The change so far\n', author, at });
}

function countInWords(number: number | null, what: string): string[] {
  return number === null ? [] : [`${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`];
}
