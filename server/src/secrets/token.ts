import { createHash } from 'node:crypto';
import { type RandomBytes, randomBase62 } from './base62.ts';

/** Returns a secret of 256 random bits, for a link or a session. */
export function newToken(random?: RandomBytes): string {
  return randomBase62(43, random);
}

/** Returns SHA-256, the only stored form of a key or token: 256 random bits need no slow hash. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
