import { z } from 'zod';

/**
 * Returns a function that searches a user agent for a pattern: its text as separate words, in any case, with `*` for
 * any text or none. `acme-probe` is found in `Acme-Probe/2.1 (x)` and not in `acme-prober`; `acme*check` in `acme
 * link-check`. It is not a regular expression: each part is searched for once, so that the time grows only with the
 * length of the user agent.
 */
export function openPattern(pattern: string): (text: string) => boolean {
  const parts = pattern.toLowerCase().split('*');
  const [first = '', ...rest] = parts;
  const last = rest.pop();
  return (text) => {
    const searched = text.toLowerCase();
    if (last === undefined) return placeOf(searched, first, 0, { begins: true, ends: true }) >= 0;
    let at = placeOf(searched, first, 0, { begins: true });
    if (at < 0) return false;
    at += first.length;
    for (const part of rest) {
      const place = searched.indexOf(part, at);
      if (place < 0) return false;
      at = place + part.length;
    }
    return placeOf(searched, last, at, { ends: true }) >= 0;
  };
}

/** Returns the first position of a part at or after `from`, at word boundaries where they matter; -1 for none. */
function placeOf(text: string, part: string, from: number, edges: { begins?: true; ends?: true }): number {
  for (let at = text.indexOf(part, from); at >= 0; at = text.indexOf(part, at + 1)) {
    const begins = !edges.begins || !joins(text[at - 1], part[0]);
    if (begins && (!edges.ends || !joins(part.at(-1), text[at + part.length]))) return at;
    if (part === '') return -1;
  }
  return -1;
}

/** Whether two characters belong to the same word. */
function joins(left: string | undefined, right: string | undefined): boolean {
  return isOfWord(left) && isOfWord(right);
}

const isOfWord = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character);

/**
 * Returns a function that matches a path from the root of the site, with `*` for anything, including slashes:
 * `/internal/*`. The whole path must match.
 */
export function openPathPattern(pattern: string): (path: string) => boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  return (path) => {
    if (last === undefined) return path === first;
    if (!path.startsWith(first)) return false;
    let at = first.length;
    for (const part of rest) {
      const place = path.indexOf(part, at);
      if (place < 0) return false;
      at = place + part.length;
    }
    return path.length - last.length >= at && path.endsWith(last);
  };
}

/** User agents of common browsers, one of each kind: a pattern that finds one of them would find most readers. */
const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/154.0.0.0 Safari/537.36 Edg/154.0.0.0',
  'Mozilla/5.0 (X11; Linux x86_64; rv:152.0) Gecko/20100101 Firefox/152.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/154.0.0.0 Mobile Safari/537.36',
];

export const UserAgentPattern = z
  .string()
  .trim()
  .min(3)
  .max(200)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be one line without control characters')
  .regex(/[\p{L}\p{N}]{2}/u, 'must have a word of two letters or digits')
  .regex(/^(?:[^*]*\*){0,4}[^*]*$/, 'may have up to four *')
  .refine((pattern) => !browsers.some(openPattern(pattern)), 'is in the user agents of most browsers');

export const PathPattern = z
  .string()
  .trim()
  .max(500)
  .regex(/^\/[^\p{Cc}\p{Cs}?#]*$/u, 'must be a path from the top of the site, such as /internal/*')
  .regex(/^(?:[^*]*\*){0,4}[^*]*$/, 'may have up to four *');

/** An address, or a block such as `192.0.2.0/24`. */
export const AddressBlock = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  'must be an IP address or a block such as 192.0.2.0/24',
);
