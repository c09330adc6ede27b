import type { FileDiff } from '@copydesk/contract';
import type { Touch } from './history/touches.ts';
import type { FileMove } from './history/moves.ts';
import type { FileChange, GitTree } from './tree/tree.ts';

/** The branches of a source. */
export interface SourceRefs {
  /** The branch that a clone would check out; undefined when the source names none. */
  defaultRef: string | undefined;
  /** Branch to commit. */
  refs: Map<string, string>;
}

/** Who wrote a commit. */
export interface Author {
  name: string;
  email: string;
}

/** One line of a history. */
export interface CommitSummary {
  id: string;
  title: string;
  /** The author's name. */
  author: string;
  at: Date;
  isMerge: boolean;
  /** Whether its message ends in a line `Signed-off-by` with an address. */
  isSignedOff: boolean;
}

/** A part of a branch's line. */
export interface CommitsSince {
  commits: CommitSummary[];
  hasMore: boolean;
}

/** A commit of a branch, with the time when it arrived there. */
export interface FoundCommit {
  id: string;
  /** The first is the state before it; the first commit of a repository has none. */
  parents: string[];
  /** When it was committed, which is when a code host merged it. */
  at: Date;
}

/**
 * Returns why a path may not get this content, or may not be removed when no content is given; undefined when it may.
 */
export type Refusal = (path: string, content?: Uint8Array) => string | undefined;

/** Finds out beforehand what a refusal has no time for, such as what another program reports for this content. */
export type Examination = (path: string, content: Uint8Array) => Promise<void>;

export interface TreeOptions {
  /** Edits that were already made, such as those of a job that is resumed. */
  changes?: FileChange[];
  refuse?: Refusal;
  examine?: Examination;
}

export interface CommitDraft {
  tree: GitTree;
  parents: string[];
  message: string;
  author: Author;
  at: Date;
}

export interface PushOrder {
  branch: string;
  commit: string;
  /** What the branch must point at for the push to be accepted; null when it must not exist. */
  expected: string | null;
  /**
   * Called at the last moment before the branch moves. What it throws ends the push, and nothing has moved. For a
   * process that was suspended meanwhile and may no longer push.
   */
  guard?: () => void;
}

/** A change that was made on one commit, to be applied to another. */
export interface CarryOrder {
  /** The commit that contains the change. */
  commit: string;
  /** The common base: wherever `commit` and `onto` differ from it, one of them changed it. */
  from: string;
  onto: string;
}

/**
 * The result of a change on another commit: the files to write, or those in which both sides changed the same lines.
 */
export interface CarriedChange {
  changes: FileChange[];
  conflicts: string[];
}

/** The result of merging two commits. */
export interface TriedMerge {
  /** Files that both sides changed in ways that do not go together. */
  conflicts: string[];
  /** Returns the merged files as they differ from `ours`, with git's marks in texts that conflict. */
  changes: () => Promise<FileChange[]>;
}

export interface MergeOrder {
  /** The branch of the source that receives the merge commit. */
  base: string;
  /** The commit that is merged into it. */
  head: string;
  message: string;
  author: Author;
  at: Date;
}

/**
 * A source, used through its bare clone. Every method may throw CopydeskError `repository_not_found`,
 * `repository_empty`, `repository_unauthorized`, `repository_unreachable` or `repository_invalid` when it talks to the
 * source.
 */
export interface Repository {
  /** Updates all branches, and removes those that are gone. */
  fetch(): Promise<void>;
  /** Returns the commit of a branch of the source, as of the last fetch or push. */
  head(ref: string): Promise<string | undefined>;
  /**
   * Whether branches of the source prevent a branch of this name, as of the last fetch: git stores branches as files,
   * so `docs` cannot exist beside `docs/rename`.
   */
  hasBranchInTheWay(name: string): Promise<boolean>;
  /** @throws CopydeskError `ref_not_found` when there is no such commit. */
  openTree(commit: string, options?: TreeOptions): Promise<GitTree>;
  /** Writes the tree and a commit of it. The same draft gives the same id. */
  commit(draft: CommitDraft): Promise<string>;
  /** Finds the result of a change on another commit, text by text. Nothing is written where others see it. */
  carry(order: CarryOrder): Promise<CarriedChange>;
  /** Merges two commits in memory. Commits without a common history conflict in no file, and change nothing. */
  tryMerge(commits: { ours: string; theirs: string }): Promise<TriedMerge>;
  /**
   * Moves a branch of the source. Repeating a push that has already happened has no effect.
   * @throws CopydeskError `push_rejected` when the branch is not where it was expected, is checked out in a working
   *   copy, or the server refuses the push
   */
  push(order: PushOrder): Promise<void>;
  /**
   * Removes a branch of a source behind a URL, if it is still at a commit.
   * @throws CopydeskError `push_rejected` when it is elsewhere, or the server refuses
   */
  removeBranch(branch: string, commit: string): Promise<void>;
  /**
   * Returns what changed between two commits, with renames detected. Counts are always complete. A file's `patch` is
   * empty when the file is binary, and when it would take all patches together over 2 MB (then `binary` is false and
   * the counts are not zero).
   */
  diff(from: string, to: string): Promise<FileDiff[]>;
  /** Lists the commits of `to` that `from` does not have, oldest first; at most the newest 500. */
  commits(from: string, to: string): Promise<CommitSummary[]>;
  /** Lists the latest commits on a branch's own line, from the given one on, newest first. */
  recentCommits(commit: string, count: number): Promise<CommitSummary[]>;
  /**
   * Lists the commits that a branch's own line has beyond an earlier commit, oldest first, up to `most`; undefined when
   * the earlier one is not in its history, as after a rewrite.
   */
  commitsSince(earlier: string, commit: string, most: number): Promise<CommitsSince | undefined>;
  /**
   * Finds a commit by its id or the beginning of it, in the history that ends at another; undefined when it is not in
   * it.
   */
  findCommit(id: string, history: string): Promise<FoundCommit | undefined>;
  /**
   * Lists the commits before a commit with the files that each touched, newest first: only files that match one of
   * git's patterns, or all.
   */
  touches(commit: string, wanted: { of: readonly string[]; most: number }): Promise<Touch[]>;
  /** Lists the pages that were moved or removed in the history of a commit, newest first. */
  moves(commit: string): Promise<FileMove[]>;
  mergeBase(a: string, b: string): Promise<string | undefined>;
  isAncestor(ancestor: string, descendant: string): Promise<boolean>;
  /** Returns a regular file's content; undefined when there is none at that path, or it exceeds the size limit. */
  fileAt(commit: string, path: string): Promise<Uint8Array | undefined>;
  /**
   * Puts a merge commit on a branch of the source and returns its id. A working copy that has the branch checked out is
   * updated too. For a head that is already merged, returns the commit that merged it.
   * @throws CopydeskError `merge_conflict` (its detail names the files), `working_copy_dirty`, `push_rejected`
   */
  mergeInto(order: MergeOrder): Promise<string>;
}
