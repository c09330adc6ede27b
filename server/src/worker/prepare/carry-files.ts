import type { CarriedChange, CarryOrder } from '../../workspace/repository.ts';
import type { Repository } from '../../workspace/workspace.ts';
import { author } from '../deliver/author.ts';

/** Nobody sees these commits. Git needs them to compare, and they are the same each time. */
const shown = { author, message: 'One side of a change\n', at: new Date(0) };

/**
 * Computes what a change becomes on another commit, as `git cherry-pick` does. It follows files that were moved since,
 * and merges line by line what both sides have changed.
 *
 * @returns the files as they differ from `onto`; none when there are conflicts.
 */
export async function carryFiles(repository: Repository, { commit, from, onto }: CarryOrder): Promise<CarriedChange> {
  const side = async (id: string) =>
    await repository.commit({ ...shown, tree: await repository.openTree(id), parents: [from] });
  // Both begin at `from`, whatever their histories are, so git merges against exactly that commit.
  const [ours, theirs] = [await side(onto), await side(commit)];
  const merge = await repository.tryMerge({ ours, theirs });
  if (merge.conflicts.length > 0) return { changes: [], conflicts: [...new Set(merge.conflicts)] };
  return { changes: await merge.changes(), conflicts: [] };
}
