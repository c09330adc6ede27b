import { depthCounter } from '../../text/json-depth.ts';

/**
 * Passes on the bytes of an answer in whole lines, and fails when one of its events is too large, or nested too deep,
 * to be parsed.
 *
 * The event parser reads an unfinished line again with each chunk: for a line of 8 MB in a thousand pieces, it would
 * read 4 GB. The beginning of a line is useless without its end, so it is kept back until then.
 */
export function wholeLines(most: { bytes: number; depth: number }, refused: (why: 'bytes' | 'depth') => Error) {
  let kept: Uint8Array[] = [];
  /**
   * Since the last blank line, which ends an event (https://html.spec.whatwg.org/multipage/server-sent-events.html).
   */
  let bytes = 0;
  let isLineEmpty = true;
  let depthAfter = depthCounter();

  const count = (chunk: Uint8Array): void => {
    for (const byte of chunk) {
      bytes += 1;
      if (depthAfter(byte) > most.depth) throw refused('depth');
      if (bytes > most.bytes) throw refused('bytes');
      if (byte === lineFeed && isLineEmpty) {
        bytes = 0;
        depthAfter = depthCounter();
      }
      if (byte !== carriageReturn) isLineEmpty = byte === lineFeed;
    }
  };
  return {
    /** Returns the lines that end with this chunk; undefined when none does. */
    next(chunk: Uint8Array): Uint8Array | undefined {
      count(chunk);
      const end = chunk.lastIndexOf(lineFeed) + 1;
      if (end === 0) {
        kept.push(chunk);
        return undefined;
      }
      const lines = Buffer.concat([...kept, chunk.subarray(0, end)]);
      kept = end < chunk.length ? [chunk.subarray(end)] : [];
      return lines;
    },
    /** Returns what came after the last line. */
    rest(): Uint8Array | undefined {
      return kept.length === 0 ? undefined : Buffer.concat(kept);
    },
  };
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
