import { createHash } from 'node:crypto';
import { type RandomBytes, randomBase62 } from './base62.ts';

/** A secret of 256 random bits, for a link or a session. */
export function newToken(random?: RandomBytes): string {
  return randomBase62(43, random);
}

/** SHA-256, all that is stored of a key or token: 256 random bits need no slow hash. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
