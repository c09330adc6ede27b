import type { CommitChecks } from './host-checks.ts';
import type { HostEvent } from './host-event.ts';
import type { MergeOrder, MergeOutcome, MergeStanding } from './merge.ts';
import type { PullRequest } from './pull-request.ts';

export type { PullRequest };

export interface PullRequestDraft {
  jobId: string;
  headRef: string;
  baseRef: string;
  headCommit: string;
  baseCommit: string;
  title: string;
  /** Markdown. */
  description: string;
  /** Whether it must be a draft, whatever the project's settings are, because people must look at it first. */
  asDraft?: boolean;
  /** Whether everybody who asked for it gets an answer where they asked: then an update adds no comment. */
  isAnswered?: boolean;
}

/**
 * The port to the code host, where pull requests live. Replies may be lost and requests may arrive twice, so every
 * method can be repeated without doing its work twice, also by another worker. Nothing is written for a job whose lease
 * has been lost, as far as this can be checked.
 *
 * @throws CopydeskError `pull_request_failed` when the host refuses; `code_host_unauthorized`, `code_host_forbidden`,
 *   `repository_archived`, `repository_moved`, `branch_protected` when it gives the reason; `code_host_limited` and
 *   `code_host_unreachable` for temporary failures; `lease_lost`.
 */
export interface CodeHost {
  /**
   * Returns the newest pull request from this branch of this repository (not of a fork), in any state; undefined when
   * there is none. It must find one as soon as the host has created it, whether or not the reply to `open` arrived. So
   * it reads a list, not a search index, which is updated minutes later.
   */
  find(headRef: string): Promise<PullRequest | undefined>;
  /**
   * Opens a pull request. A branch has at most one that is open: when the host reports that one exists already, this
   * method finds it, updates it to match the draft and returns it. One that ended with the draft's very commit is
   * returned unchanged.
   */
  open(draft: PullRequestDraft): Promise<PullRequest>;
  /**
   * Notifies the host that the branch has moved (hosts that see pushes do nothing). The draft's text is added once,
   * however often this is called for the same commit.
   *
   * @throws CopydeskError `pull_request_not_open` when it was merged or closed meanwhile; it is left unchanged.
   */
  update(number: number, draft: PullRequestDraft): Promise<PullRequest>;
  /** Returns the pull request of a number as it is now; undefined when there is none. */
  read(number: number): Promise<PullRequest | undefined>;
}

/** A remote code host, where people also comment. */
export interface HostedCodeHost extends CodeHost {
  /**
   * Returns what happened at the host since a time, for when no webhook reports it. Oldest first, and nothing is
   * missed.
   */
  changesSince(since: Date): Promise<HostEvent[]>;
  /** Whether an account may push to the repository: only such accounts may give Copydesk work. */
  mayWrite(login: string): Promise<boolean>;
  /** Posts a comment once: an existing one with the same mark, written by the same account, is left unchanged. */
  comment(draft: CommentDraft): Promise<void>;
  /** Returns the current checks of a commit; empty when there are none, or when the repository has no automation. */
  checksOf(commit: string): Promise<CommitChecks>;
  /**
   * Returns the end of a failed check's log, reading at most `bytes` of it; undefined when the host has none, or does
   * not show it to us.
   */
  logOf(commit: string, key: string, bytes: number): Promise<string | undefined>;
  /**
   * Returns what decides whether a pull request may be merged without a person; undefined when there is none.
   *
   * @param since the time of the last push, from which on remarks of people count.
   */
  mergeStanding(number: number, since: Date): Promise<MergeStanding | undefined>;
  /** Why only people may merge there; absent where the host compares the head itself. */
  onlyPeopleMerge?: string;
  /**
   * Merges a pull request by a method that its repository allows, if its head is still the given one. The host itself
   * compares it, so that no push comes in between. Repeating it after success is a refusal.
   */
  merge(order: MergeOrder): Promise<MergeOutcome>;
  /** Tests what Copydesk needs at the host, and reports what is missing. Writes nothing that people would see. */
  check(): Promise<HostCheck[]>;
}

export interface CommentDraft {
  /** The number of the pull request. */
  number: number;
  /** Markdown, already made safe. */
  body: string;
  /** Lower case letters, digits and `-`: kept in a hidden HTML comment of the body. */
  mark: string;
  /** The thread to answer, as the comment's event named it; when absent, a new comment is posted. */
  thread?: string;
}

/** The result of one check. */
export interface HostCheck {
  /** A few words, such as `open pull requests`. */
  name: string;
  ok: boolean;
  /** What was found; for a failed check also what to do. */
  detail: string;
  /** For a failed check: Copydesk works without it, and only pull requests lack it. */
  isAdvice?: true;
}
