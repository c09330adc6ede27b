/** A pull request as a code host knows it. */
export interface PullRequest {
  number: number;
  link: string;
  state: 'open' | 'merged' | 'closed';
  headRef: string;
  baseRef: string;
  /** The last commit of its branch that the host has heard of: of one that has ended, the commit it ended with. */
  headCommit: string;
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

/**
 * The port to the place where pull requests live. Answers may be lost and requests may arrive twice, so every method
 * may be repeated without doing its work twice, also by another worker; and nothing is written for a job whose lease
 * is no longer held, as far as the host can be asked that.
 *
 * @throws CopydeskError `pull_request_failed` when the host does not answer or refuses, `lease_lost`.
 */
export interface CodeHost {
  /**
   * The newest pull request from this branch of this repository (not of a fork), in whatever state; undefined when
   * there is none. It sees one as soon as the host has made it, whether or not the answer to `open` came back: so it
   * asks for a list, not a search index that follows minutes later.
   */
  find(headRef: string): Promise<PullRequest | undefined>;
  /**
   * Opens one. A branch has one open pull request at the most: a host that says that there is one already is asked for
   * it, and it is answered, brought up to the draft. One that ended with the draft's very commit is answered as it is.
   */
  open(draft: PullRequestDraft): Promise<PullRequest>;
  /**
   * Tells the host that the branch has moved (hosts that see pushes do nothing). What the draft says is added once,
   * however often the same commit is told.
   *
   * @throws CopydeskError `pull_request_not_open` when it was merged or closed meanwhile, and it is left as it is.
   */
  update(number: number, draft: PullRequestDraft): Promise<PullRequest>;
  /** The pull request of a number as it is now; undefined when there is none. */
  read(number: number): Promise<PullRequest | undefined>;
}
