import { crc32 } from 'node:zlib';
import { type RandomBytes, randomBase62, toBase62 } from '../secrets/base62.ts';

/**
 * A new API key: `desk_`, 43 random base62 characters (256 bits), and the CRC32 of all that in 6 more. The prefix and
 * the checksum let secret scanners tell a key from other text, and the server refuse a mistyped one without a query.
 */
export function mintKey(random?: RandomBytes): string {
  const unchecked = `desk_${randomBase62(43, random)}`;
  return unchecked + checksum(unchecked);
}

/** Whether a text has the form of a key, with the right checksum; it may be unknown all the same. */
export function isWellFormedKey(text: string): boolean {
  return /^desk_[0-9A-Za-z]{49}$/.test(text) && text.slice(-6) === checksum(text.slice(0, -6));
}

function checksum(text: string): string {
  return toBase62(crc32(text), 6);
}
