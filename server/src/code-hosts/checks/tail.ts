/** The end of a text that comes in parts. */
export interface Tail {
  text: string;
  /** Whether something came before it. */
  isCut: boolean;
}

/** More is not read of any log, however long it goes on: some minutes of a fast line. */
const mostBytes = 256 * 1024 * 1024;

/**
 * The last bytes of a body. Of one of 50 MB no more than these and one part are in memory at a time, and of one that comes byte
 * by byte no more either.
 *
 * @throws Error when it goes on beyond any sense; and what the body throws.
 */
export async function tailOf(body: AsyncIterable<Uint8Array>, bytes: number): Promise<Tail> {
  // Written round and round: `all` says where the next byte goes.
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

/** What was cut off within a line loses the rest of that line, unless that is all there is. */
export function textOf(end: Buffer, isCut: boolean): Tail {
  const text = end.toString('utf8');
  if (!isCut) return { text, isCut };
  const line = text.indexOf('\n');
  return { text: line === -1 || line === text.length - 1 ? text.replace(/^\uFFFD+/, '') : text.slice(line + 1), isCut };
}
