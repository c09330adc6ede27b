/** A line, or an element of a JSON array, as it stands in the file. */
export interface Entry {
  /** Without the line's end. Valid until the next entry is asked for. */
  bytes: Buffer;
  /** The place in the file after it and its line's end. */
  end: number;
  /** Whether it was too long and only its beginning is here. */
  cut: boolean;
}

/** Takes a file apart, piece by piece as it is read. */
export interface Splitter {
  /** The entries that are whole with these bytes, which follow those given before. */
  push(chunk: Buffer): Iterable<Entry>;
  /** What the file ends with, when its last line has no end; undefined when nothing is left. */
  rest(): Entry | undefined;
}

/** Longer entries are not read: no log of a web server has them, and memory is to stay bounded. */
export const longestEntry = 1024 * 1024;
