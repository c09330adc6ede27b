import type { CodeHost } from '../code-hosts/code-host.ts';
import type { CarriedJob } from '../jobs/carried.ts';
import type { FileChange } from '../workspace/tree.ts';
import type { GitTree, Repository } from '../workspace/workspace.ts';
import type { JobMandate } from './job-mandate.ts';

/** Where a turn began. */
export interface TurnBeginning {
  number: number;
  branch: string;
  baseCommit: string;
  /** Where its branch began, perhaps in an earlier turn. */
  branchBase: string;
  /** Author and committer time of the commit to come: journaled, so that a repeated commit has the same id. */
  startedAt: Date;
  /** In a turn that merges its base commit into its branch, the head of that; null in every other. */
  mergeHead: string | null;
}

/** A turn that is ready to run: where it began, the conversation so far, and the tree as the last step left it. */
export interface PreparedTurn extends TurnBeginning {
  repository: Repository;
  codeHost: CodeHost;
  /** What the branch must point at, at origin, for the push to be accepted; null when it must not be there. */
  expectedHead: string | null;
  tree: GitTree;
  /** What stood in its tree before the model saw it: what the merge of a turn that merges brought. */
  merged: () => Promise<FileChange[]>;
  /** What it may write, on its base commit. */
  mandate: JobMandate;
  steps: { number: number; turn: number; messages: unknown }[];
  /** Whose change the job carries, where it is a job for that: its first turn begins with it. */
  carried?: CarriedJob | undefined;
  /** What the model is told before the first step, besides its messages. */
  notice?: string;
}

/** What the commit of a turn is built upon. */
export function parentsOf({ baseCommit, mergeHead }: TurnBeginning): string[] {
  return mergeHead === null ? [baseCommit] : [mergeHead, baseCommit];
}
