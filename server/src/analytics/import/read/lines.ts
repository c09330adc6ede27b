import { longestEntry } from './entries.ts';
import type { Entry, Splitter } from './entries.ts';

const newline = 0x0a;
const carriageReturn = 0x0d;

/**
 * Splits a file into lines, which end with `\n` or `\r\n`. NUL bytes at the start of a line are left out: a log that
 * was emptied while its server kept writing at the old position begins with a hole.
 *
 * @param position the position in the file at which the bytes begin.
 */
export function splitLines(position: number): Splitter {
  return new LineSplitter(position);
}

class LineSplitter implements Splitter {
  /** The position of the first byte that belongs to no complete line yet. */
  private position: number;
  /** The beginning of a line that continues in the next chunk; at most as long as the longest line. */
  private carried: Buffer[] = [];
  private carriedBytes = 0;

  constructor(position: number) {
    this.position = position;
  }

  *push(chunk: Buffer): Iterable<Entry> {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      const line = this.join(chunk.subarray(start, end));
      start = end + 1;
      this.position += 1;
      yield this.entryOf(line);
    }
    this.carry(chunk.subarray(start));
  }

  rest(): Entry | undefined {
    const line = Buffer.concat(this.carried);
    return line.length === 0 ? undefined : this.entryOf(line);
  }

  /** Returns the line that these bytes complete. */
  private join(last: Buffer): Buffer {
    if (this.carried.length === 0) {
      this.position += last.length;
      return withoutNuls(last);
    }
    this.carry(last);
    const line = Buffer.concat(this.carried);
    this.carried = [];
    this.carriedBytes = 0;
    return line;
  }

  private carry(bytes: Buffer): void {
    this.position += bytes.length;
    const kept = (this.carriedBytes === 0 ? withoutNuls(bytes) : bytes).subarray(
      0,
      longestEntry + 1 - this.carriedBytes,
    );
    if (kept.length === 0) return;
    // A copy: the chunk's memory is reused.
    this.carried.push(Buffer.from(kept));
    this.carriedBytes += kept.length;
  }

  private entryOf(line: Buffer): Entry {
    const cut = line.length > longestEntry;
    return { bytes: line.at(-1) === carriageReturn ? line.subarray(0, -1) : line, end: this.position, cut };
  }
}

function withoutNuls(bytes: Buffer): Buffer {
  if (bytes[0] !== 0) return bytes;
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? bytes.subarray(bytes.length) : bytes.subarray(first);
}
