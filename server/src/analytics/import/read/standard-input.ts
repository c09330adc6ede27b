import { Readable } from 'node:stream';
import { compressionOf } from './compression.ts';
import { decompress } from './decompress.ts';
import { skipBytes } from './gzip-file.ts';
import { beginningOf } from './plain-file.ts';
import type { LogSource } from './source.ts';
import { convertToUtf8 } from './utf16.ts';

/** After this long without a byte, the received part is processed: `tail -f` may wait for the next line for hours. */
const idleMilliseconds = 1_000;

/** Opens standard input, compressed with gzip or not. It can be read once, after its beginning was inspected. */
export async function standardInput(stream: Readable, signal: AbortSignal): Promise<LogSource> {
  let reached = 0;
  async function* raw(): AsyncIterable<Buffer> {
    for await (const chunk of stream) {
      const bytes = Buffer.from(chunk);
      reached += bytes.length;
      yield bytes;
    }
  }
  const input = makeRewindable(raw(), signal);
  const first = await beginningOf(input.peek(8), 8);
  const inside =
    compressionOf(first.bytes) === 'gzip'
      ? makeRewindable(decompress(Readable.from(input.readOn(), { objectMode: false }), 'standard input'), signal)
      : input;
  return await convertToUtf8({
    name: '-',
    progress: () => ({ read: reached, total: undefined }),
    beginning: (wanted) => beginningOf(inside.peek(wanted), wanted),
    read: (from) => skipBytes(from, inside.readOn()),
    async [Symbol.asyncDispose]() {
      stream.destroy();
      await input.end();
    },
  });
}

/**
 * Makes the first chunks available for inspection before they are read. When nothing arrives for a while, yields an
 * empty chunk.
 */
function makeRewindable(chunks: AsyncIterable<Buffer>, signal: AbortSignal) {
  const iterator = chunks[Symbol.asyncIterator]();
  const kept: Buffer[] = [];
  let next: Promise<IteratorResult<Buffer, unknown>> | undefined;
  const nothing = Buffer.alloc(0);
  const pull = async (): Promise<Buffer | undefined> => {
    if (signal.aborted) return undefined;
    next ??= iterator.next();
    // The next caller that awaits it receives its error.
    next.catch(() => {});
    const result = await resultWithin(idleMilliseconds, next, signal);
    if (result === undefined) return nothing;
    next = undefined;
    return result.done === true ? undefined : result.value;
  };
  return {
    async *peek(wanted: number): AsyncIterable<Buffer> {
      yield* kept;
      for (let length = kept.reduce((sum, { length: bytes }) => sum + bytes, 0); length < wanted;) {
        const chunk = await pull();
        if (chunk === undefined || chunk.length === 0) return;
        kept.push(chunk);
        length += chunk.length;
        yield chunk;
      }
    },
    async *readOn(): AsyncIterable<Buffer> {
      for (const chunk of kept.splice(0)) yield chunk;
      for (let chunk = await pull(); chunk !== undefined; chunk = await pull()) yield chunk;
    },
    end: async (): Promise<void> => void (await iterator.return?.()),
  };
}

/** Returns the result of the promise; undefined when that takes too long, or at the signal. */
async function resultWithin<T>(milliseconds: number, promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const { promise: over, resolve } = Promise.withResolvers<undefined>();
  const stop = (): void => resolve(undefined);
  const timer = setTimeout(stop, milliseconds);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
