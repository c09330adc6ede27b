import type { CommitChecks } from './host-checks.ts';
import type { HostEvent } from './host-event.ts';

/** A pull request as a code host knows it. */
export interface PullRequest {
  number: number;
  link: string;
  state: 'open' | 'merged' | 'closed';
  headRef: string;
  baseRef: string;
  /** The last commit of its branch that the host has heard of: of one that has ended, the commit it ended with. */
  headCommit: string;
  /**
   * Of a merged one, the commit that its base branch got last by it: a merge commit, a squashed commit, the last of rebased
   * ones, or its own last one. Absent where the host does not tell it.
   */
  mergeCommit?: string;
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
  /** Whether it is to be held back, whatever the project's settings say of drafts: people are to look at it first. */
  asDraft?: boolean;
  /** Whether all who asked for it will be answered where they did: then an update says nothing besides. */
  isAnswered?: boolean;
}

/**
 * The port to the place where pull requests live. Answers may be lost and requests may arrive twice, so every method
 * may be repeated without doing its work twice, also by another worker; and nothing is written for a job whose lease
 * is no longer held, as far as the host can be asked that.
 *
 * @throws CopydeskError `pull_request_failed` when the host refuses, `code_host_unauthorized`, `code_host_forbidden`,
 * `repository_archived`, `repository_moved`, `branch_protected` when it says why; `code_host_limited` and
 * `code_host_unreachable` when that may pass; `lease_lost`.
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

/** A code host on the other side of the network, where people comment too. */
export interface HostedCodeHost extends CodeHost {
  /** What happened at the host since a time: asked when no webhook tells. Oldest first, and at least everything. */
  changesSince(since: Date): Promise<HostEvent[]>;
  /** Whether an account may push to the repository: only such accounts give work. */
  mayWrite(login: string): Promise<boolean>;
  /** Posts a comment once: one that holds the same mark, and is the account's own, is found and left as it is. */
  comment(draft: CommentDraft): Promise<void>;
  /** What the host's automation says of a commit now; empty where it says nothing, or where the repository has none. */
  checksOf(commit: string): Promise<CommitChecks>;
  /** The last part of a failed check's log, at most `bytes` of it read; undefined where the host has none, or does not show it to us. */
  logOf(commit: string, key: string, bytes: number): Promise<string | undefined>;
  /** Tries what Copydesk needs at the host, and says what is missing. Writes nothing that people would see. */
  check(): Promise<HostCheck[]>;
}

export interface CommentDraft {
  /** The pull request's. */
  number: number;
  /** Markdown, already safe. */
  body: string;
  /** Lower case letters, digits and `-`: kept in a hidden HTML comment of the body. */
  mark: string;
  /** The thread that is answered, as its comment's event named it; a new comment when absent. */
  thread?: string;
}

/** One thing that was tried. */
export interface HostCheck {
  /** In a few words, such as `open pull requests`. */
  name: string;
  ok: boolean;
  /** What was found; of a failed one also what to do. */
  detail: string;
  /** Of a failed one: nothing that is needed is missing, pull requests only lack it. */
  isAdvice?: true;
}
