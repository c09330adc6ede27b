import { deliveredPaths } from '../../jobs/deliver/delivery.ts';
import type { ChangedFile } from '../../mandate/changed-file.ts';
import type { Database } from '../../postgres/database.ts';
import type { GitTree } from '../../workspace/workspace.ts';
import type { PreparedTurn } from '../turn.ts';

/** What a job has changed relative to what its pull request is compared with. */
export interface OwnChange {
  /** The files at the commit that the branch began with. */
  before: GitTree;
  /** Returns the files that differ from it and that the job has touched, in this turn or in an earlier delivery. */
  files: () => ChangedFile[];
  /** Reads files again that have changed since; all files when no paths are given. */
  refresh: (paths?: readonly string[]) => void;
}

/** Excludes files that only people changed on the branch, or that a merge brought. */
export async function openOwnChange(db: Database, jobId: string, turn: PreparedTurn): Promise<OwnChange> {
  const { repository, tree, branch, branchBase, baseCommit, mergeHead } = turn;
  const before = await repository.openTree(branchBase);
  const isFresh = baseCommit === branchBase && mergeHead === null;
  const earlier = new Set(isFresh ? [] : await deliveredPaths(db, jobId, branch));
  const isOfTurn = await ownPaths(turn);
  const found = new Map<string, ChangedFile>();
  const all = () => [...earlier, ...found.keys(), ...tree.changes().map(({ path }) => path)];
  const refresh: OwnChange['refresh'] = (paths = all()) => {
    for (const path of paths) {
      const [was, is] = [blobAt(before, path), blobAt(tree, path)];
      if (was !== is && (earlier.has(path) || isOfTurn(path))) found.set(path, { path, was, is });
      else found.delete(path);
    }
  };
  refresh();
  return { before, files: () => [...found.values()], refresh };
}

/** Returns whether a path that differs from the turn's base commit also differs from what a merge left. */
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
