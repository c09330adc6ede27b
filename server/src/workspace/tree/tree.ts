/** What a path of a tree is. Symlinks and submodules are listed, but neither read nor written. */
export interface TreeEntry {
  path: string;
  kind: 'file' | 'symlink' | 'submodule';
  /** Object id of the content: equal ids mean equal bytes. */
  blob: string;
}

export type FileMode = '100644' | '100755';

/** The wanted state of a file; `content: null` is a deletion. */
export interface FileChange {
  path: string;
  content: Uint8Array | null;
  mode: FileMode;
}

/**
 * One line that a search found. `line` counts from 1. `text` has no line break and is cut to 1,000 characters around
 * the match, which is at `match` in it.
 */
export interface SearchHit {
  path: string;
  line: number;
  text: string;
  match: { start: number; end: number };
  /** The lines around it, as many as requested. */
  before: string[];
  after: string[];
}

export interface SearchQuery {
  pattern: string;
  /**
   * `regex`: an expression of Rust's `regex`, as ripgrep accepts it; `text`: plain text. Both match one line at a time,
   * without its line break (LF or CRLF).
   */
  syntax: 'regex' | 'text';
  ignoreCase: boolean;
  /** Which files are searched; all when absent. */
  includes?: (path: string) => boolean;
  /** How many hits (or files, when only these are wanted) to return at most, and how many to skip before. */
  limit: number;
  offset?: number;
  /** How many lines before and after each hit to return. */
  context?: number;
  /** Returns files with their numbers of hits instead of lines. */
  filesOnly?: boolean;
}

export interface SearchResult {
  /** In the order of paths; none when only files were wanted. */
  hits: SearchHit[];
  /** The files that have hits, when only these were wanted. */
  files: { path: string; hits: number }[];
  /** The totals, including what is not returned here; `atLeast` when there was too much to count completely. */
  total: { hits: number; files: number; atLeast: boolean };
  /** How many files were to be searched, and some of those that are too large. */
  searched: number;
  tooLarge: string[];
}

/** What is searched for in texts, and what replaces it. */
export interface Replacement {
  find: string;
  replace: string;
  /** Whether `find` is a regular expression, matched line by line, and `replace` may name its groups: `$1`. */
  regex: boolean;
  ignoreCase: boolean;
  /** Whether only whole words match. */
  words: boolean;
}

/** A range of a text in UTF-16 code units, and its replacement. */
export interface Place {
  start: number;
  end: number;
  text: string;
}

/** Finds the places of one replacement in texts. No pattern and no text blocks anything else meanwhile. */
export interface PlaceFinder {
  /**
   * Returns the places of each text, in order. None are empty, and none of an expression crosses a line break.
   * @throws CopydeskError `invalid_request` for what cannot be replaced, more than `most` places in all, or when it
   *   takes too long
   */
  find(texts: readonly string[], most: number): Promise<Place[][]>;
}

declare const markBrand: unique symbol;

/** A savepoint of a {@link GitTree}. Rolling back past it ends it. */
export interface Mark {
  readonly [markBrand]: true;
}

/**
 * A commit's files with edits on top, kept in memory: nothing is checked out, and nothing is written to the object
 * database before a commit needs it. Paths that git itself would refuse to check out, or that are not UTF-8, are left
 * alone and not listed.
 */
export interface GitTree {
  readonly baseCommit: string;
  /** Returns the id that git gives to the present tree. */
  id(): string;
  /** Paths sorted by bytes: the same list, with the same entries, as long as nothing in the tree changes. */
  entries(): readonly TreeEntry[];
  entry(path: string): TreeEntry | undefined;
  /** @throws CopydeskError `path_refused` when there is no such file, `file_refused` when it is over the size limit. */
  read(path: string): Promise<Uint8Array>;
  /** Must be called before a write that may need an examination first. Without it, such a write is refused. */
  examine(path: string, content: Uint8Array): Promise<void>;
  /**
   * Creates or replaces a file. The executable bit of an existing file stays unless `mode` is given.
   * @throws CopydeskError `path_refused` for a path that git, the project or another entry prevents, `file_refused` for
   *   a content over the size limit
   */
  write(path: string, content: Uint8Array, mode?: FileMode): void;
  /** @throws CopydeskError `path_refused` when there is no such file, or it may not be changed. */
  remove(path: string): void;
  /** @throws CopydeskError `invalid_request` for a pattern that cannot be used. */
  search(query: SearchQuery): Promise<SearchResult>;
  /** Finds what must be replaced, in any texts. */
  places(replacement: Replacement): PlaceFinder;
  /**
   * Reads in the background what the first search would wait for, until the signal aborts; the files of `folder` come
   * first. Resolves when everything is read or given up. What cannot be read is left for the search to report.
   */
  readAhead(signal: AbortSignal, folder?: string): Promise<void>;
  /** Returns what differs from the base commit, sorted by path. */
  changes(): FileChange[];
  mark(): Mark;
  /** Returns what differs from the tree as it was at `mark`, sorted by path. */
  changedSince(mark: Mark): FileChange[];
  /** Restores the tree as it was at `mark`: a step that failed leaves no trace. */
  rollBack(mark: Mark): void;
}
