/** As long as git hosts take the name of a branch, with some space for what they put around it. */
const longestName = 200;

/**
 * A name that git takes for a branch (git check-ref-format), as near to the wished one as can be: clients of the older version
 * put times with colons and titles with spaces into it. Undefined when nothing of it is left, or it is one of Copydesk's own.
 */
export function branchFrom(wish: string): string | undefined {
  const parts = wish
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- git takes none of these
    .replaceAll(/[\u0000-\u0020\u007f~^:?*[\\\u{FFFD}\p{Cc}\p{Cf}]+|@\{|\.{2,}/gu, '-')
    .split('/')
    .map((part) => part.replace(/^[.-]+/u, '').replace(/(?:\.lock|[.-])+$/u, ''))
    .filter((part) => part !== '');
  const name = parts.join('/');
  const isPlain = name !== '' && name !== 'HEAD' && name !== '@' && Buffer.byteLength(name) <= longestName;
  return isPlain && parts[0] !== 'copydesk' ? name : undefined;
}
