/** A readable log, decompressed. */
export interface LogSource extends AsyncDisposable {
  /** The name that people use for it. */
  name: string;
  /** Set for a file that may grow; undefined for a source that is read once. */
  growing?: GrowingFile;
  /** Returns how many bytes have been read, and how many there are, compressed if the file is; for progress reports. */
  progress(): { read: number; total: number | undefined };
  /**
   * Returns the first bytes, up to `size`, after a hole of NUL bytes where there is one; fewer when there are no more,
   * or when none arrive for now.
   */
  beginning(size: number): Promise<{ bytes: Buffer; start: number }>;
  /**
   * Yields what follows the first `from` bytes, up to the current end. A chunk is valid until the next is requested; an
   * empty one means that nothing has arrived for a while.
   */
  read(from: number): AsyncIterable<Buffer>;
}

/** A file that a server writes to. */
export interface GrowingFile {
  /** Returns the current size. */
  size(): Promise<number>;
  /** Returns whether another file, or none, is now at the path. */
  isReplaced(): Promise<boolean>;
}
