/** A pull request as a code host knows it. */
export interface PullRequest {
  number: number;
  link: string;
  state: 'open' | 'merged' | 'closed';
  headRef: string;
  baseRef: string;
}

export interface PullRequestDraft {
  jobId: string;
  headRef: string;
  baseRef: string;
  headCommit: string;
  baseCommit: string;
  title: string;
  /** Markdown. */
  description: string;
}

/** The port to the place where pull requests live. Every method may be repeated without doing its work twice. */
export interface CodeHost {
  /** The newest pull request of a branch, in whatever state; undefined when there is none. */
  find(headRef: string): Promise<PullRequest | undefined>;
  /** Opens one, or answers the open one of the same branch, brought up to the draft. */
  open(draft: PullRequestDraft): Promise<PullRequest>;
  /**
   * Tells the host that the branch has moved (hosts that see pushes do nothing).
   *
   * @throws CopydeskError `pull_request_not_open` when it was merged or closed meanwhile.
   */
  update(number: number, draft: PullRequestDraft): Promise<PullRequest>;
  read(number: number): Promise<PullRequest | undefined>;
}
