/** The end of a text that comes in parts. */
export interface Tail {
  text: string;
  /** Whether text before it was cut off. */
  isCut: boolean;
}

/** The most that is read of any log, however long it is: some minutes at a high transfer rate. */
const mostBytes = 256 * 1024 * 1024;

/**
 * Returns the last bytes of a body. Only these and one part of the body are in memory at a time, for a body of 50 MB as
 * well as for one that comes byte by byte.
 *
 * @throws Error when the body is larger than any sensible log; and what the body throws.
 */
export async function tailOf(body: AsyncIterable<Uint8Array>, bytes: number): Promise<Tail> {
  // A ring buffer: `all` determines where the next byte goes.
  const ring = Buffer.alloc(bytes);
  let all = 0;
  for await (const part of body) {
    const end = part.subarray(Math.max(0, part.byteLength - bytes));
    const at = (all + part.byteLength - end.byteLength) % bytes;
    ring.set(end.subarray(0, bytes - at), at);
    ring.set(end.subarray(bytes - at), 0);
    all += part.byteLength;
    if (all > mostBytes) throw new Error('The log has no end.');
  }
  if (all <= bytes) return textOf(ring.subarray(0, all), false);
  return textOf(Buffer.concat([ring.subarray(all % bytes), ring.subarray(0, all % bytes)]), true);
}

/** When the cut is within a line, the rest of that line is dropped too, unless it is all there is. */
export function textOf(end: Buffer, isCut: boolean): Tail {
  const text = end.toString('utf8');
  if (!isCut) return { text, isCut };
  const line = text.indexOf('\n');
  return { text: line === -1 || line === text.length - 1 ? text.replace(/^\uFFFD+/, '') : text.slice(line + 1), isCut };
}
