import { editDistance } from '../edit-distance.ts';

/** A name is worth comparing from so many characters on. */
const shortest = 3;

/**
 * Whether a name that is not there looks like one that is, by a slip of the hand or with something put behind it:
 * `instal`, `install-guide` for `install`. Many pages may have the same slip, copied from one to the next.
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

/** `v2` is no slip of `v1`. */
function differsByNumber(one: string, other: string): boolean {
  return one.replace(/\d/g, '') === other.replace(/\d/g, '');
}
