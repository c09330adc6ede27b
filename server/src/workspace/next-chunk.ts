import type { Readable } from 'node:stream';

/** Returns what a stream already has, or what comes next; undefined at the end. */
export async function nextChunk(stream: Readable): Promise<Buffer | undefined> {
  for (;;) {
    const chunk: unknown = stream.read();
    if (Buffer.isBuffer(chunk)) return chunk;
    if (stream.readableEnded || stream.destroyed) return undefined;
    await new Promise<void>((resolve) => {
      const done = () => {
        for (const event of ['readable', 'end', 'close', 'error']) stream.off(event, done);
        resolve();
      };
      for (const event of ['readable', 'end', 'close', 'error']) stream.once(event, done);
    });
  }
}
