/** A pull request as a code host knows it. */
export interface PullRequest {
  number: number;
  link: string;
  state: 'open' | 'merged' | 'closed';
  headRef: string;
  baseRef: string;
  /** The last commit of its branch that the host knows; for one that has ended, the commit that it ended with. */
  headCommit: string;
  /**
   * For a merged one, the last commit that its base branch got by the merge: a merge commit, a squashed commit, the
   * last of the rebased ones, or its own last one. Absent when the host does not report it.
   */
  mergeCommit?: string;
}
