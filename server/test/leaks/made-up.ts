import { createHash } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Returns letters and digits as a service would generate them, the same ones in each run: none of it was ever a key.
 */
export function madeUp(length: number, from: string = alphabet): string {
  let text = '';
  for (let round = 0; text.length < length; round += 1) {
    for (const byte of createHash('sha256').update(`made up ${round} ${length}`).digest()) {
      text += from[byte % from.length];
    }
  }
  return text.slice(0, length);
}

export const hex = '0123456789abcdef';
export const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
