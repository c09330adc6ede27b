import { randomBytes } from 'node:crypto';

/** Returns this many random bytes. */
export type RandomBytes = (count: number) => Uint8Array;

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns random characters of `0-9A-Za-z`, all equally likely. */
export function randomBase62(length: number, random: RandomBytes = randomBytes): string {
  let text = '';
  while (text.length < length) {
    for (const byte of random(length - text.length)) {
      // 248 = 4 × 62: larger bytes would make the first characters more likely.
      if (byte < 248) text += base62.charAt(byte % 62);
    }
  }
  return text;
}

/** Converts a number to base62, padded with zeros to `length` characters. */
export function toBase62(value: number, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62)) text = base62.charAt(rest % 62) + text;
  return text;
}
