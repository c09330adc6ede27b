import { createHash } from 'node:crypto';

/** Returns the id that git gives a file with this text. */
export function blobId(text: string): string {
  const bytes = Buffer.from(text);
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
