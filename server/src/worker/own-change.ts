import { deliveredPaths } from '../jobs/delivery.ts';
import type { ChangedFile } from '../mandate/changed-file.ts';
import type { Database } from '../postgres/database.ts';
import type { GitTree } from '../workspace/workspace.ts';
import type { PreparedTurn } from './turn.ts';

/** What a job has changed of what its pull request is compared with. */
export interface OwnChange {
  /** What the branch began with. */
  before: GitTree;
  /** The files that differ from it and that the job has touched, in this turn or in one that was delivered before. */
  files: () => ChangedFile[];
  /** Looks at files again that have changed since; at all of them unless told which. */
  look: (paths?: readonly string[]) => void;
}

/** Files that people alone have changed on the branch, or that a merge brought, are none of the job's. */
export async function openOwnChange(db: Database, jobId: string, turn: PreparedTurn): Promise<OwnChange> {
  const { repository, tree, branch, branchBase, baseCommit, mergeHead } = turn;
  const before = await repository.openTree(branchBase);
  const isFresh = baseCommit === branchBase && mergeHead === null;
  const earlier = new Set(isFresh ? [] : await deliveredPaths(db, jobId, branch));
  const isOfTurn = await ownPaths(turn);
  const found = new Map<string, ChangedFile>();
  const all = () => [...earlier, ...found.keys(), ...tree.changes().map(({ path }) => path)];
  const look: OwnChange['look'] = (paths = all()) => {
    for (const path of paths) {
      const [was, is] = [blobAt(before, path), blobAt(tree, path)];
      if (was !== is && (earlier.has(path) || isOfTurn(path))) found.set(path, { path, was, is });
      else found.delete(path);
    }
  };
  look();
  return { before, files: () => [...found.values()], look };
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
