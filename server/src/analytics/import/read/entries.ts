/** A line, or an element of a JSON array, as it is in the file. */
export interface Entry {
  /** Without the line end. Valid until the next entry is requested. */
  bytes: Buffer;
  /** The position in the file after it and its line end. */
  end: number;
  /** Whether it was too long and only its beginning is included. */
  cut: boolean;
}

/** Splits a file into entries, chunk by chunk as it is read. */
export interface Splitter {
  /** Returns the entries that these bytes complete; they follow the bytes of the previous call. */
  push(chunk: Buffer): Iterable<Entry>;
  /** Returns the end of the file when its last line has no end; undefined when nothing is left. */
  rest(): Entry | undefined;
}

/** Longer entries are not read: no web server writes them, and memory must stay bounded. */
export const longestEntry = 1024 * 1024;
