import type { FileDiff } from '@copydesk/contract';

/** What pull requests need from a project's repository. main.ts passes in the workspace's. */
export interface PullRequestRepository {
  /** Updates all branches. */
  fetch(): Promise<void>;
  /** Returns the commit of a branch as of the last fetch. */
  head(ref: string): Promise<string | undefined>;
  mergeBase(a: string, b: string): Promise<string | undefined>;
  diff(from: string, to: string): Promise<FileDiff[]>;
  /** Returns a file's content; undefined when there is none at that path, or it is too large. */
  fileAt(commit: string, path: string): Promise<Uint8Array | undefined>;
  /** Lists the commits of `to` that `from` does not have, oldest first. */
  commits(from: string, to: string): Promise<CommitSummary[]>;
  /**
   * Puts a merge commit on the base branch and returns its id. For a head that is already merged, returns the commit
   * that merged it.
   *
   * @throws CopydeskError `merge_conflict`, `working_copy_dirty`, `push_rejected`
   */
  mergeInto(order: {
    base: string;
    head: string;
    message: string;
    author: { name: string; email: string };
    at: Date;
  }): Promise<string>;
}

/** One line of a history; `author` is a name. */
export interface CommitSummary {
  id: string;
  title: string;
  author: string;
  at: Date;
}
