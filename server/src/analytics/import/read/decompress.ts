import { pipeline } from 'node:stream';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CopydeskError } from '@copydesk/contract';

/**
 * Decompresses gzip.
 * @throws CopydeskError `file_refused` where the file breaks off or is damaged; everything before that is yielded
 *   first.
 */
export async function* decompress(compressed: Readable, name: string): AsyncIterable<Buffer> {
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  // Reading receives the same error.
  const piped = pipeline(compressed, gunzip, () => {});
  try {
    for await (const chunk of piped) if (chunk instanceof Buffer) yield chunk;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CopydeskError(
      'file_refused',
      `${name} is damaged or not complete: ${why}. What could be read is counted.`,
      {
        cause: error,
      },
    );
  }
}
