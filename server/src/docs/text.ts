import type { Known } from './known.ts';
import { maximumPageBytes } from './parse/limits.ts';

export const tooLarge = `it is over ${maximumPageBytes.toLocaleString('en')} bytes, the most that is parsed`;

/** The text of a file: refused when it is no UTF-8, has NUL characters or is over the limit for pages. */
export function decodeText(bytes: Uint8Array): Known<string> {
  if (bytes.byteLength > maximumPageBytes) return { kind: 'refused', message: tooLarge };
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? { kind: 'refused', message: 'it is binary' } : { kind: 'known', value: text };
  } catch {
    return { kind: 'refused', message: 'it is not UTF-8' };
  }
}
