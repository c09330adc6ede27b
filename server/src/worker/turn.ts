import type { CodeHost } from '../code-hosts/code-host.ts';
import type { CarriedJob } from '../jobs/request/carried.ts';
import type { FileChange } from '../workspace/tree/tree.ts';
import type { GitTree, Repository } from '../workspace/workspace.ts';
import type { JobMandate } from './prepare/job-mandate.ts';

/** Where a turn began. */
export interface TurnBeginning {
  number: number;
  branch: string;
  baseCommit: string;
  /** The commit at which its branch began, perhaps in an earlier turn. */
  branchBase: string;
  /** Author and committer time of the commit to come. It is stored, so that a repeated commit has the same id. */
  startedAt: Date;
  /** The head of the branch, in a turn that merges its base commit into its branch; null in every other turn. */
  mergeHead: string | null;
}

/** A turn that is ready to run: where it began, the conversation so far, and the tree as the last step left it. */
export interface PreparedTurn extends TurnBeginning {
  repository: Repository;
  codeHost: CodeHost;
  /**
   * The commit that the branch must point at in the origin repository for the push to be accepted; null when the branch
   * must not exist.
   */
  expectedHead: string | null;
  tree: GitTree;
  /** Returns what its tree contained before the model saw it: what the merge of a merging turn brought. */
  merged: () => Promise<FileChange[]>;
  /** What it may write, on its base commit. */
  mandate: JobMandate;
  steps: { number: number; turn: number; messages: unknown }[];
  /** The change that the job carries, if it is a job of that kind. Its first turn begins with it. */
  carried?: CarriedJob | undefined;
  /** What the model reads before the first step, besides its messages. */
  notice?: string;
}

/** Returns the parents of a turn's commit. */
export function parentsOf({ baseCommit, mergeHead }: TurnBeginning): string[] {
  return mergeHead === null ? [baseCommit] : [mergeHead, baseCommit];
}
