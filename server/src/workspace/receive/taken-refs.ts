import type { Git } from '../git/git.ts';
import type { PathRepository } from '../path-repository.ts';

/**
 * Returns what pushes must not name, as values of `receive.hideRefs`: everything except branches and tags.
 * `refs/replace/` would put other objects in the place of any; notes and heads of pull requests contain what others
 * have said.
 *
 * What the repository itself hides comes after, because git uses the last value that matches: with ours at the end, a
 * branch that its owner has hidden would be open again. `transfer.hideRefs` belongs to the same list
 * (https://git-scm.com/docs/git-config#Documentation/git-config.txt-transferhideRefs).
 */
export async function hiddenRefs(git: Git, { gitDirectory, owner }: PathRepository): Promise<readonly string[]> {
  const { stdout } = await git.run(['config', '-z', '--get-regexp', String.raw`^(transfer|receive)\.hiderefs$`], {
    gitDirectory,
    as: owner,
    answers: [0, 1],
  });
  const own = stdout
    .toString()
    .split('\0')
    .flatMap((entry) => (entry.includes('\n') ? [entry.slice(entry.indexOf('\n') + 1)] : []));
  return ['refs/', '!refs/heads/', '!refs/tags/', ...own];
}
