/** A file as a change finds and leaves it: object ids of its contents, undefined where it is not there. */
export interface ChangedFile {
  path: string;
  was: string | undefined;
  is: string | undefined;
}

/** Answers a content of a changed file; an empty one where it is too large to be read. */
export type ReadSide = (file: ChangedFile, side: 'was' | 'is') => Promise<Uint8Array>;

/** What a change comes to. */
export interface ChangeExtent {
  /** Files that are added, changed or removed. One that goes and one that comes are one: most often it has moved. */
  files: number;
  /** Of contents that are new, each whole. */
  bytes: number;
  /** Pages whose text is gone; of one that lost a half, a half. */
  deleted: number;
}
