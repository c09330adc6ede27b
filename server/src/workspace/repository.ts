import type { FileDiff } from '@copydesk/contract';
import type { Touch } from './touches.ts';
import type { FileMove } from './moves.ts';
import type { FileChange, GitTree } from './tree.ts';

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

/** A commit of a branch, with when it came to be there. */
export interface FoundCommit {
  id: string;
  /** The first is the state before it; none of the first commit of a repository. */
  parents: string[];
  /** When it was committed, which is when a code host merged it. */
  at: Date;
}

/** Why a path may not get this content, or may not be removed where there is none; undefined when it may. */
export type Refusal = (path: string, content?: Uint8Array) => string | undefined;

/** Finds out beforehand what a refusal has no time for, such as what else a program says when it gets this content. */
export type Examination = (path: string, content: Uint8Array) => Promise<void>;

export interface TreeOptions {
  /** Edits that are already made, such as those of a job that is resumed. */
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
  /** What the branch points at for the push to be accepted; null when it must not exist. */
  expected: string | null;
  /**
   * Called in the last moment before the branch moves; what it throws ends the push, and nothing has moved. For a
   * process that was stopped meanwhile and may push no more.
   */
  guard?: () => void;
}

/** A change that was made on one commit, to be made on another. */
export interface CarryOrder {
  /** The commit that holds the change. */
  commit: string;
  /** What it is a change of: whatever `commit` and `onto` hold differently from it was changed by one of them. */
  from: string;
  onto: string;
}

/** What a change comes to elsewhere: the files to write, or those in which both sides changed the same lines. */
export interface CarriedChange {
  changes: FileChange[];
  conflicts: string[];
}

/** What the merge of two commits comes to. */
export interface TriedMerge {
  /** Files that both have changed, and not in ways that go together. */
  conflicts: string[];
  /** The merged files as they differ from `ours`, with git's marks in texts that conflict. */
  changes: () => Promise<FileChange[]>;
}

export interface MergeOrder {
  /** The branch at the source that receives the merge commit. */
  base: string;
  /** The commit that is merged into it. */
  head: string;
  message: string;
  author: Author;
  at: Date;
}

/**
 * A source through its bare clone. Every method may throw CopydeskError `repository_not_found`, `repository_empty`,
 * `repository_unauthorized`, `repository_unreachable` or `repository_invalid` where it talks to the source.
 */
export interface Repository {
  /** Brings all branches up to date, and forgets those that are gone. */
  fetch(): Promise<void>;
  /** The commit of a branch at the source, as of the last fetch or push. */
  head(ref: string): Promise<string | undefined>;
  /**
   * Whether branches of the source keep this name from being one, as of the last fetch: git keeps branches as files, so that there
   * is no `docs` beside `docs/rename`.
   */
  hasBranchInTheWay(name: string): Promise<boolean>;
  /** @throws CopydeskError `ref_not_found` when there is no such commit. */
  openTree(commit: string, options?: TreeOptions): Promise<GitTree>;
  /** Writes the tree and a commit of it; the same draft gives the same id. */
  commit(draft: CommitDraft): Promise<string>;
  /** Finds what a change comes to on another commit, text by text; nothing is written where others see it. */
  carry(order: CarryOrder): Promise<CarriedChange>;
  /** Merges two commits in memory. Commits without a common history conflict in no file, and change nothing. */
  tryMerge(commits: { ours: string; theirs: string }): Promise<TriedMerge>;
  /**
   * Moves a branch at the source; a push that has already happened is done again without an effect.
   * @throws CopydeskError `push_rejected` when the branch is not where it was expected, is checked out in a working
   * copy, or the server refuses the push
   */
  push(order: PushOrder): Promise<void>;
  /**
   * Takes a branch away at a source behind a URL, if it is still at a commit.
   * @throws CopydeskError `push_rejected` when it is elsewhere, or the server refuses
   */
  removeBranch(branch: string, commit: string): Promise<void>;
  /**
   * What changed between two commits, renames found. Counts are always complete; a file's `patch` is empty when it is
   * binary, and when it would take all patches together over 2 MB (then `binary` is false and the counts are not zero).
   */
  diff(from: string, to: string): Promise<FileDiff[]>;
  /** Commits of `to` that `from` does not have, oldest first; the newest 500 at the most. */
  commits(from: string, to: string): Promise<CommitSummary[]>;
  /** The latest commits of a branch on its own line, from the given one on, newest first. */
  recentCommits(commit: string, count: number): Promise<CommitSummary[]>;
  /** A commit by its id or the beginning of it, of the history that ends at another; undefined where it is not there. */
  findCommit(id: string, history: string): Promise<FoundCommit | undefined>;
  /** The commits behind a commit with the files that each touched, newest first; of files that fit one of git's patterns, or of all. */
  touches(commit: string, wanted: { of: readonly string[]; most: number }): Promise<Touch[]>;
  /** The pages that were moved or removed in the history of a commit, the newest first. */
  moves(commit: string): Promise<FileMove[]>;
  mergeBase(a: string, b: string): Promise<string | undefined>;
  isAncestor(ancestor: string, descendant: string): Promise<boolean>;
  /** A regular file's content; undefined when there is none at that path, or it is over the size limit. */
  fileAt(commit: string, path: string): Promise<Uint8Array | undefined>;
  /**
   * Puts a merge commit on a branch at the source and answers its id; a working copy that has the branch checked out
   * is brought along. Merging what is merged already answers the commit that did it.
   * @throws CopydeskError `merge_conflict` (its detail names the files), `working_copy_dirty`, `push_rejected`
   */
  mergeInto(order: MergeOrder): Promise<string>;
}
