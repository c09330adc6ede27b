import type { FileChange } from '../../workspace/tree/tree.ts';
import type { PreparedTurn } from '../turn.ts';

/** Asks git what the merge of a turn brings, at the first call; nothing for a turn that does not merge. */
export function mergedBy({
  repository,
  baseCommit,
  mergeHead,
}: Pick<PreparedTurn, 'repository' | 'baseCommit' | 'mergeHead'>): PreparedTurn['merged'] {
  let merged: Promise<FileChange[]> | undefined;
  const merge = async (theirs: string): Promise<FileChange[]> => {
    const { changes } = await repository.tryMerge({ ours: baseCommit, theirs });
    return await changes();
  };
  return async () => (mergeHead === null ? [] : await (merged ??= merge(mergeHead)));
}
