import { comparisonFault } from './plain.ts';

/**
 * Returns why new lines of a host's `_redirects` are more than plain redirects, or undefined if they are not. Only
 * people may write conditions, or a status of 200, which serves other content under the site's own name.
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
