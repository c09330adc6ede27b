import type { CodeHost } from '../code-hosts/code-host.ts';
import type { GitTree, Repository } from '../workspace/workspace.ts';

/** Where a turn began. */
export interface TurnBeginning {
  number: number;
  branch: string;
  baseCommit: string;
  /** Where its branch began, perhaps in an earlier turn. */
  branchBase: string;
  /** Author and committer time of the commit to come: journaled, so that a repeated commit has the same id. */
  startedAt: Date;
}

/** A turn that is ready to run: where it began, the conversation so far, and the tree as the last step left it. */
export interface PreparedTurn extends TurnBeginning {
  repository: Repository;
  codeHost: CodeHost;
  /** What the branch must point at, at origin, for the push to be accepted; null when it must not be there. */
  expectedHead: string | null;
  tree: GitTree;
  steps: { number: number; turn: number; messages: unknown }[];
}
