import { crc32 } from 'node:zlib';
import { type RandomBytes, randomBase62, toBase62 } from '../secrets/base62.ts';

/** What a key begins with; `desk_test_` is that of keys of the test mode. */
export const keyPrefixes = { live: 'desk_', test: 'desk_test_' } as const;

/**
 * A new API key: its prefix, 43 random base62 characters (256 bits), and the CRC32 of all that in 6 more. The prefix and
 * the checksum let secret scanners tell a key from other text, and the server refuse a mistyped one without a query.
 */
export function mintKey(random?: RandomBytes, kind: keyof typeof keyPrefixes = 'live'): string {
  const unchecked = `${keyPrefixes[kind]}${randomBase62(43, random)}`;
  return unchecked + checksum(unchecked);
}

/** A key as it is shown to those who keep it: enough to tell it apart. */
export function maskedKey({ test, hint }: { test: boolean; hint: string }): string {
  return `${keyPrefixes[test ? 'test' : 'live']}…${hint}`;
}

/** Whether a text has the form of a key, with the right checksum; it may be unknown all the same. */
export function isWellFormedKey(text: string): boolean {
  return /^desk_(?:test_)?[0-9A-Za-z]{49}$/.test(text) && text.slice(-6) === checksum(text.slice(0, -6));
}

function checksum(text: string): string {
  return toBase62(crc32(text), 6);
}
