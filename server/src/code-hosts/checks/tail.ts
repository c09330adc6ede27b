/** The end of a text that comes in parts. */
export interface Tail {
  text: string;
  /** Whether something came before it. */
  isCut: boolean;
}

/** More is not read of any log, however long it goes on: some minutes of a fast line. */
const mostBytes = 256 * 1024 * 1024;

/**
 * The last bytes of a body. Of one of 50 MB no more than these and one part are in memory at a time.
 *
 * @throws Error when it goes on beyond any sense; and what the body throws.
 */
export async function tailOf(body: AsyncIterable<Uint8Array>, bytes: number): Promise<Tail> {
  const kept: Uint8Array[] = [];
  let [keptBytes, all] = [0, 0];
  for await (const part of body) {
    kept.push(part);
    keptBytes += part.byteLength;
    all += part.byteLength;
    if (all > mostBytes) throw new Error('The log has no end.');
    for (let first = kept[0]; first !== undefined && keptBytes - first.byteLength >= bytes; first = kept[0]) {
      kept.shift();
      keptBytes -= first.byteLength;
    }
  }
  const end = Buffer.concat(kept);
  return textOf(end.subarray(Math.max(0, end.byteLength - bytes)), all > bytes);
}

/** What was cut off within a line loses the rest of that line, unless that is all there is. */
export function textOf(end: Buffer, isCut: boolean): Tail {
  const text = end.toString('utf8');
  if (!isCut) return { text, isCut };
  const line = text.indexOf('\n');
  return { text: line === -1 || line === text.length - 1 ? text.replace(/^\uFFFD+/, '') : text.slice(line + 1), isCut };
}
