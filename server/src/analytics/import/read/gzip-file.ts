import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { CopydeskError } from '@copydesk/contract';
import { decompress } from './decompress.ts';
import { beginningOf } from './plain-file.ts';
import type { LogSource } from './source.ts';

/** Opens a gzip file with one or many members. */
export async function gzipFile(handle: FileHandle, path: string): Promise<LogSource> {
  const total = (await handle.stat()).size;
  let reached = 0;
  async function* compressed(): AsyncIterable<Buffer> {
    reached = 0;
    for (;;) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, reached);
      if (bytesRead === 0) return;
      reached += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }
  const read = (from: number): AsyncIterable<Buffer> =>
    skipBytes(from, decompress(Readable.from(compressed(), { objectMode: false }), path));
  return {
    name: path,
    progress: () => ({ read: reached, total }),
    beginning: (wanted) => beginningOf(untilBroken(read(0)), wanted),
    read,
    [Symbol.asyncDispose]: () => handle.close(),
  };
}

/** Yields what follows the first bytes, which must be decompressed anyway. */
export async function* skipBytes(from: number, chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let left = from;
  for await (const chunk of chunks) {
    if (left < chunk.length || chunk.length === 0) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

/**
 * Yields the readable part of a file that breaks off, which is enough to recognise it; reading further will report the
 * error.
 */
async function* untilBroken(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  try {
    yield* chunks;
  } catch (error) {
    if (!(error instanceof CopydeskError)) throw error;
  }
}
