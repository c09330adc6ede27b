import { longestEntry } from './entries.ts';
import type { Entry, Splitter } from './entries.ts';

const [quote, backslash, open, close, newline] = [0x22, 0x5c, 0x7b, 0x7d, 0x0a];

/**
 * Splits files that contain one or many JSON arrays of objects, on one line or several. What is between the objects is
 * skipped. JSON strings contain no line ends: at a line end within a string, an object has broken off, and reading
 * continues with the next line.
 *
 * @param position the position in the file at which the bytes begin: not within an object.
 */
export function splitElements(position: number): Splitter {
  return new ElementSplitter(position);
}

class ElementSplitter implements Splitter {
  private position: number;
  private carried: Buffer[] = [];
  private carriedBytes = 0;
  /** The nesting depth within objects; 0 between them. */
  private depth = 0;
  private inText = false;
  private escaped = false;

  constructor(position: number) {
    this.position = position;
  }

  *push(chunk: Buffer): Iterable<Entry> {
    let start = this.depth === 0 ? chunk.indexOf(open) : 0;
    for (let place = Math.max(start, 0); start >= 0 && place < chunk.length; place += 1) {
      if (!this.endsWith(chunk[place])) continue;
      const base = this.position;
      this.carry(chunk.subarray(start, place + 1));
      yield this.take(base + place + 1);
      start = chunk.indexOf(open, place + 1);
      place = start < 0 ? chunk.length : start - 1;
    }
    if (start >= 0) this.carry(chunk.subarray(start));
    this.position += chunk.length;
  }

  rest(): Entry | undefined {
    return this.depth === 0 ? undefined : this.take(this.position);
  }

  /** Returns whether the object ends with this byte. */
  private endsWith(byte: number | undefined): boolean {
    if (this.escaped) this.escaped = false;
    else if (this.inText && byte === backslash) this.escaped = true;
    else if (byte === quote) this.inText = !this.inText;
    else if (this.inText) return byte === newline;
    else if (byte === open) this.depth += 1;
    else if (byte === close) this.depth -= 1;
    return this.depth === 0;
  }

  private carry(bytes: Buffer): void {
    const kept = bytes.subarray(0, longestEntry + 1 - this.carriedBytes);
    if (kept.length === 0) return;
    this.carried.push(Buffer.from(kept));
    this.carriedBytes += kept.length;
  }

  private take(end: number): Entry {
    const bytes = Buffer.concat(this.carried);
    this.carried = [];
    this.carriedBytes = 0;
    this.depth = 0;
    this.inText = false;
    this.escaped = false;
    return { bytes, end, cut: bytes.length > longestEntry };
  }
}
