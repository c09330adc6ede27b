import { editDistance } from '../text/edit-distance.ts';

/** Shorter names are not compared. */
const shortestName = 3;

/**
 * Whether a missing name looks like an existing one, with a typo or with a suffix: `instal`, `install-guide` for
 * `install`. Many pages may contain the same typo, copied from one to the next.
 */
export function looksLikeOneOf(name: string, known: Iterable<string>): boolean {
  const sought = name.toLowerCase();
  for (const other of known) {
    const existing = other.toLowerCase();
    if (existing === sought || existing.length < shortestName) continue;
    if (sought.startsWith(existing) && /^[^\p{L}\p{N}]/u.test(sought.slice(existing.length))) return true;
    if (editDistance(sought, existing, 1) !== undefined && !differsByNumber(sought, existing)) return true;
  }
  return false;
}

/** Whether names differ only in digits: `v2` is no typo of `v1`. */
function differsByNumber(one: string, other: string): boolean {
  return one.replace(/\d/g, '') === other.replace(/\d/g, '');
}
