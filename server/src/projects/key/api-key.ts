import { crc32 } from 'node:zlib';
import { type RandomBytes, randomBase62, toBase62 } from '../../secrets/base62.ts';

/** The prefix of a key; keys of test mode begin with `desk_test_`. */
export const keyPrefixes = { live: 'desk_', test: 'desk_test_' } as const;

/**
 * Creates a new API key: its prefix, 43 random base62 characters (256 bits), and the CRC32 of all that in 6 more. With
 * the prefix and the checksum, secret scanners tell a key from other text, and the server refuses a mistyped one
 * without a query.
 */
export function mintKey(random?: RandomBytes, kind: keyof typeof keyPrefixes = 'live'): string {
  const unchecked = `${keyPrefixes[kind]}${randomBase62(43, random)}`;
  return unchecked + checksum(unchecked);
}

/** Returns a key as its owners see it: enough to tell keys apart. */
export function maskedKey({ test, hint }: { test: boolean; hint: string }): string {
  return `${keyPrefixes[test ? 'test' : 'live']}…${hint}`;
}

/** Whether a text has the form of a key, with the right checksum. It may still be unknown. */
export function isWellFormedKey(text: string): boolean {
  return /^desk_(?:test_)?[0-9A-Za-z]{49}$/.test(text) && text.slice(-6) === checksum(text.slice(0, -6));
}

function checksum(text: string): string {
  return toBase62(crc32(text), 6);
}
