import type { CarriedChange, CarryOrder } from '../workspace/repository.ts';
import type { Repository } from '../workspace/workspace.ts';
import { author } from './author.ts';

/** Nobody sees these commits: they are what git can compare, and the same each time. */
const shown = { author, message: 'One side of a change\n', at: new Date(0) };

/**
 * Finds what a change comes to on another commit, as `git cherry-pick` does, and follows files that were moved since: what
 * both sides have changed is merged line by line.
 *
 * @returns the files as they differ from `onto`; none where there are conflicts.
 */
export async function carryFiles(repository: Repository, { commit, from, onto }: CarryOrder): Promise<CarriedChange> {
  const side = async (id: string) =>
    await repository.commit({ ...shown, tree: await repository.openTree(id), parents: [from] });
  // Both begin at `from`, whatever the histories are: so git merges against exactly that.
  const [ours, theirs] = [await side(onto), await side(commit)];
  const merge = await repository.tryMerge({ ours, theirs });
  if (merge.conflicts.length > 0) return { changes: [], conflicts: [...new Set(merge.conflicts)] };
  return { changes: await merge.changes(), conflicts: [] };
}
