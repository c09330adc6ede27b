import { skipBytes } from './gzip-file.ts';
import type { LogSource } from './source.ts';

/**
 * Converts a log to UTF-8. Windows PowerShell writes UTF-16 with `>` and `Out-File`, with a byte-order mark before it.
 * Positions count the bytes of UTF-8, so the same log in either encoding is one log. UTF-16 is read from its beginning,
 * like a compressed file.
 */
export async function convertToUtf8(source: LogSource): Promise<LogSource> {
  const encoding = encodingOf((await source.beginning(2)).bytes);
  if (encoding === undefined) return source;
  return {
    name: source.name,
    progress: () => source.progress(),
    async beginning(size) {
      const { bytes } = await source.beginning(2 * size);
      return {
        bytes: Buffer.from(new TextDecoder(encoding).decode(bytes, { stream: true })).subarray(0, size),
        start: 0,
      };
    },
    read: (from) => skipBytes(from, recodeToUtf8(source.read(0), encoding)),
    [Symbol.asyncDispose]: () => source[Symbol.asyncDispose](),
  };
}

function encodingOf(first: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const mark = first.toString('hex', 0, 2);
  return mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : undefined;
}

async function* recodeToUtf8(chunks: AsyncIterable<Buffer>, encoding: string): AsyncIterable<Buffer> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
}
