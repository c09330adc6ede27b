/** What a path of a tree is. Symlinks and submodules are listed, and neither read nor written. */
export interface TreeEntry {
  path: string;
  kind: 'file' | 'symlink' | 'submodule';
  /** Object id of the content: equal ids mean equal bytes. */
  blob: string;
}

export type FileMode = '100644' | '100755';

/** A file as it is to be; `content: null` is a deletion. */
export interface FileChange {
  path: string;
  content: Uint8Array | null;
  mode: FileMode;
}

/**
 * One line that a search found. `line` counts from 1; `text` has no line break and is cut to 1,000 characters around the
 * match, which is at `match` in it.
 */
export interface SearchHit {
  path: string;
  line: number;
  text: string;
  match: { start: number; end: number };
  /** The lines around it, as many as were asked for. */
  before: string[];
  after: string[];
}

export interface SearchQuery {
  pattern: string;
  /**
   * `regex`: an expression of Rust's `regex`, as ripgrep takes it; `text`: plain text. Both look at one line at a time,
   * which is its text without its line break (LF or CRLF).
   */
  syntax: 'regex' | 'text';
  ignoreCase: boolean;
  /** Which files are searched; all when absent. */
  includes?: (path: string) => boolean;
  /** How many hits (or files, where only these are wanted) to answer at the most, and how many to leave out before. */
  limit: number;
  offset?: number;
  /** How many lines before and after each hit to answer. */
  context?: number;
  /** Answers files with their numbers of hits instead of lines. */
  filesOnly?: boolean;
}

export interface SearchResult {
  /** In the order of paths; none when only files were wanted. */
  hits: SearchHit[];
  /** The files that have hits, when only these were wanted. */
  files: { path: string; hits: number }[];
  /** What there is beside what is answered here; `atLeast` when it was too much to be counted to the end. */
  total: { hits: number; files: number; atLeast: boolean };
  /** How many files were to be searched, and some of those that are too large to be. */
  searched: number;
  tooLarge: string[];
}

/** What is looked for in texts, and what takes its place. */
export interface Replacement {
  find: string;
  replace: string;
  /** Whether `find` is a regular expression, matched line by line, and `replace` may name its groups: `$1`. */
  regex: boolean;
  ignoreCase: boolean;
  /** Whether it is found as whole words alone. */
  words: boolean;
}

/** A place of a text in UTF-16 code units, and what is to stand there. */
export interface Place {
  start: number;
  end: number;
  text: string;
}

/** Finds the places of one replacement in texts. No pattern and no text holds up anything else meanwhile. */
export interface PlaceFinder {
  /**
   * The places of each text, in order; none are empty, and of an expression none goes over a line break.
   * @throws CopydeskError `invalid_request` for what cannot be replaced, more than `most` places in all, or when it takes
   * too long
   */
  find(texts: readonly string[], most: number): Promise<Place[][]>;
}

declare const markBrand: unique symbol;

/** A savepoint of a {@link GitTree}; rolling back past it ends it. */
export interface Mark {
  readonly [markBrand]: true;
}

/**
 * A commit's files with edits on top, held in memory: nothing is checked out, and nothing is written to the object
 * database before a commit needs it. Paths that git itself would refuse to check out, or that are not
 * UTF-8, are left alone and not listed.
 */
export interface GitTree {
  readonly baseCommit: string;
  /** The id that git gives to the tree as it is now. */
  id(): string;
  /** Paths sorted by bytes. */
  entries(): TreeEntry[];
  entry(path: string): TreeEntry | undefined;
  /** @throws CopydeskError `path_refused` when there is no such file, `file_refused` when it is over the size limit. */
  read(path: string): Promise<Uint8Array>;
  /** Comes before a write of something that may have to be examined first; without it such a write is refused. */
  examine(path: string, content: Uint8Array): Promise<void>;
  /**
   * Creates or replaces a file. The executable bit of a file that is there stays unless `mode` is given.
   * @throws CopydeskError `path_refused` for a path that git, the project or another entry stands in the way of,
   * `file_refused` for a content over the size limit
   */
  write(path: string, content: Uint8Array, mode?: FileMode): void;
  /** @throws CopydeskError `path_refused` when there is no such file, or it may not be changed. */
  remove(path: string): void;
  /** @throws CopydeskError `invalid_request` for a pattern that cannot be used. */
  search(query: SearchQuery): Promise<SearchResult>;
  /** Finds what is to be replaced, in whatever texts. */
  places(replacement: Replacement): PlaceFinder;
  /**
   * Reads in the background what the first search would have to wait for, until the signal is aborted; the files of a folder
   * before all others. Resolves when that is read or given up; what cannot be read is left for the search to tell.
   */
  readAhead(signal: AbortSignal, folder?: string): Promise<void>;
  /** What differs from the base commit, sorted by path. */
  changes(): FileChange[];
  mark(): Mark;
  /** What differs from the tree as it was at `mark`, sorted by path. */
  changedSince(mark: Mark): FileChange[];
  /** Makes the tree what it was at `mark`: a step that failed leaves no trace. */
  rollBack(mark: Mark): void;
}
