import { isMisleadingRef } from '@copydesk/contract/machine-words';

/** The longest branch name that git hosts accept, less some space for what they add to it. */
const longestName = 200;

/**
 * Returns a name that git accepts for a branch (git check-ref-format), as close as possible to the requested one:
 * clients of the older version put times with colons and titles with spaces into it. Returns undefined when nothing is
 * left of it, when git or a shell may take it for something else, or when it is one of Copydesk's own names.
 */
export function branchFrom(wish: string): string | undefined {
  const parts = wish
    .toWellFormed()
    .replaceAll(/[^\p{L}\p{M}\p{N}._/@+=,-]+|@\{|\.{2,}/gu, '-')
    .split('/')
    .map((part) => part.replace(/^[.-]+/u, '').replace(/(?:\.lock|[.-])+$/u, ''))
    .filter((part) => part !== '');
  const name = parts.join('/');
  const isPlain = name !== '' && !isMisleadingRef(name) && Buffer.byteLength(name) <= longestName;
  return isPlain && parts[0]?.toLowerCase() !== 'copydesk' ? name : undefined;
}
