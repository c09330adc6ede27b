/** A file before and after a change, as object ids of its contents; undefined when the file does not exist. */
export interface ChangedFile {
  path: string;
  was: string | undefined;
  is: string | undefined;
}

/** Reads one content of a changed file; returns an empty one when it is too large to be read. */
export type ReadSide = (file: ChangedFile, side: 'was' | 'is') => Promise<Uint8Array>;

/** The size of a change. */
export interface ChangeExtent {
  /**
   * Files that are added, changed or removed. One removed and one added file count as one, because most often it has
   * moved.
   */
  files: number;
  /** Bytes of new contents; each changed file counts whole. */
  bytes: number;
  /** Pages whose text is gone; a page that lost half its text counts as a half. */
  deleted: number;
}
