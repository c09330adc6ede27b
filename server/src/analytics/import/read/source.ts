/** A log that can be read, as it is when it is not compressed. */
export interface LogSource extends AsyncDisposable {
  /** What people call it. */
  name: string;
  /** A file that may grow; undefined for what is read once. */
  growing?: GrowingFile;
  /** How many bytes have been read, and how many there are, compressed if it is; for the progress. */
  progress(): { read: number; total: number | undefined };
  /**
   * The first bytes, up to `size`, after a hole of NUL bytes where there is one; fewer when there are no more, or none
   * come for now.
   */
  beginning(size: number): Promise<{ bytes: Buffer; start: number }>;
  /**
   * What follows the first `from` bytes, up to the present end. A chunk is valid until the next is asked for; an empty
   * one says that nothing has come for a while.
   */
  read(from: number): AsyncIterable<Buffer>;
}

/** A file to which a server writes. */
export interface GrowingFile {
  /** The size now. */
  size(): Promise<number>;
  /** Whether another file, or none, has the path now. */
  isReplaced(): Promise<boolean>;
}
