import { comparisonFault } from './plain.ts';

/**
 * Why a new text of a host's `_redirects` has lines that say more than where readers are led on; undefined where it has
 * none. A status of 200 shows what is elsewhere under the site's own name, and conditions are for people to write.
 */
export function redirectLinesFault(before: string, after: string): string | undefined {
  const fault = comparisonFault(before, after);
  if (fault !== undefined) return fault;
  const known = new Set(before.split(/\r?\n/).map((line) => line.trim()));
  const odd = after.split(/\r?\n/).find((line) => !known.has(line.trim()) && !isPlain(line.trim()));
  return odd === undefined ? undefined : 'a line that comes is no plain redirect from a path of the site';
}

function isPlain(line: string): boolean {
  if (line === '' || line.startsWith('#')) return true;
  const [from = '', to = '', status = '301', ...more] = line.split(/\s+/);
  if (more.length > 0 || !/^30[12378]!?$/.test(status)) return false;
  return /^\/(?![/\\])/.test(from) && /^(?:\/(?![/\\])|https:\/\/[\w.-]+(?:[/?#]|$))/.test(to);
}
