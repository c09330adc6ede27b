import { editDistance } from '../edit-distance.ts';

/** Shorter names are not compared. */
const shortest = 3;

/**
 * Whether a missing name looks like an existing one, with a typo or with a suffix: `instal`, `install-guide` for
 * `install`. Many pages may contain the same typo, copied from one to the next.
 */
export function looksLikeOneOf(name: string, known: Iterable<string>): boolean {
  const sought = name.toLowerCase();
  for (const other of known) {
    const there = other.toLowerCase();
    if (there === sought || there.length < shortest) continue;
    if (sought.startsWith(there) && /^[^\p{L}\p{N}]/u.test(sought.slice(there.length))) return true;
    if (editDistance(sought, there, 1) !== undefined && !differsByNumber(sought, there)) return true;
  }
  return false;
}

/** Whether names differ only in digits: `v2` is no typo of `v1`. */
function differsByNumber(one: string, other: string): boolean {
  return one.replace(/\d/g, '') === other.replace(/\d/g, '');
}
