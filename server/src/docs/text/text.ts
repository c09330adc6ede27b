import type { Known } from '../known.ts';
import { maximumPageBytes } from '../parse/limits.ts';

/**
 * Decodes the text of a file; refused if it is not UTF-8, has NUL characters or exceeds the limit, which defaults to
 * that for pages.
 */
export function decodeText(bytes: Uint8Array, maximumBytes = maximumPageBytes): Known<string> {
  if (bytes.byteLength > maximumBytes) return tooLarge(maximumBytes);
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? { kind: 'refused', message: 'it is binary' } : { kind: 'known', value: text };
  } catch {
    return { kind: 'refused', message: 'it is not UTF-8' };
  }
}

export function tooLarge(maximumBytes = maximumPageBytes): Known<never> {
  return {
    kind: 'refused',
    message: `it is over ${maximumBytes.toLocaleString('en')} bytes, the most that is parsed`,
  };
}
