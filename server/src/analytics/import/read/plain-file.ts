import { stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { LogSource } from './source.ts';

const chunkBytes = 256 * 1024;

/** Reads a file as it is. It stays the same file when it is renamed. */
export function plainFile(handle: FileHandle, path: string): LogSource {
  let reached = 0;
  let total: number | undefined;
  const size = async (): Promise<number> => (total = (await handle.stat()).size);
  async function* read(from: number): AsyncIterable<Buffer> {
    await size();
    const buffer = Buffer.alloc(chunkBytes);
    for (let position = from; ;) {
      const { bytesRead } = await handle.read(buffer, 0, chunkBytes, position);
      if (bytesRead === 0) return;
      position += bytesRead;
      reached = position;
      yield buffer.subarray(0, bytesRead);
    }
  }
  return {
    name: path,
    growing: {
      size,
      async isReplaced() {
        const [mine, there] = await Promise.all([handle.stat(), stat(path).catch(() => undefined)]);
        return there === undefined || there.ino !== mine.ino || there.dev !== mine.dev;
      },
    },
    progress: () => ({ read: reached, total }),
    beginning: (wanted) => beginningOf(read(0), wanted),
    read,
    [Symbol.asyncDispose]: () => handle.close(),
  };
}

/** Returns the first bytes after a hole of NUL bytes. */
export async function beginningOf(
  chunks: AsyncIterable<Buffer>,
  wanted: number,
): Promise<{ bytes: Buffer; start: number }> {
  const kept: Buffer[] = [];
  let start = 0;
  let length = 0;
  for await (const chunk of chunks) {
    if (chunk.length === 0) break;
    const first = length > 0 ? 0 : chunk.findIndex((byte) => byte !== 0);
    if (first < 0) {
      start += chunk.length;
      continue;
    }
    start += first;
    kept.push(Buffer.from(chunk.subarray(first, first + wanted - length)));
    length += chunk.length - first;
    if (length >= wanted) break;
  }
  return { bytes: Buffer.concat(kept), start };
}
