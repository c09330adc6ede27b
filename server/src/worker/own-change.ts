import { deliveredPaths } from '../jobs/delivery.ts';
import type { Database } from '../postgres/database.ts';
import type { ChangedFile } from '../mandate/changed-file.ts';
import type { GitTree } from '../workspace/workspace.ts';
import type { PreparedTurn } from './turn.ts';

/** What a job has changed of what its pull request is compared with. */
export interface OwnChange {
  /** What the branch began with. */
  before: GitTree;
  /** The files that differ from it now and that the job has touched, in this turn or in one that was delivered before. */
  files: () => ChangedFile[];
}

/** Files that people alone have changed on the branch, or that a merge brought, are none of the job's. */
export async function openOwnChange(db: Database, jobId: string, turn: PreparedTurn): Promise<OwnChange> {
  const { repository, tree, branch, branchBase, baseCommit, mergeHead } = turn;
  const before = await repository.openTree(branchBase);
  const isFresh = baseCommit === branchBase && mergeHead === null;
  const earlier = isFresh ? [] : await deliveredPaths(db, jobId, branch);
  const isOwn = await ownPaths(turn);
  const files = () => {
    const paths = new Set([
      ...tree
        .changes()
        .map(({ path }) => path)
        .filter(isOwn),
      ...earlier,
    ]);
    return Array.from(paths, (path) => ({ path, was: blobAt(before, path), is: blobAt(tree, path) })).filter(
      ({ was, is }) => was !== is,
    );
  };
  return { before, files };
}

/** Tells which of the paths that differ from the turn's base commit are otherwise than a merge left them. */
export async function ownPaths(turn: PreparedTurn): Promise<(path: string) => boolean> {
  const { repository, tree, baseCommit, mergeHead } = turn;
  if (mergeHead === null) return () => true;
  const merged = await repository.openTree(baseCommit, { changes: await turn.merged() });
  return (path) => blobAt(merged, path) !== blobAt(tree, path);
}

function blobAt(tree: GitTree, path: string): string | undefined {
  const entry = tree.entry(path);
  return entry?.kind === 'file' ? entry.blob : undefined;
}
