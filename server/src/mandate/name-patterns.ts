/** Returns the name that a folded path matches; undefined when it matches none. */
export type FindName = (foldedPath: string) => string | undefined;

/**
 * Compiles names to be found in folded paths: `*` matches anything within a name, `**` anything, and a slash at the end
 * means a folder with everything in it. A name matches in every folder, and only at the top with a slash in front.
 */
export function namePatterns(names: readonly string[]): FindName {
  if (names.length === 0) return () => undefined;
  const any = new RegExp(names.map((name) => `(?:${patternOf(name)})`).join('|'), 'u');
  let each: readonly RegExp[] | undefined;
  return (path) => {
    if (!any.test(path)) return undefined;
    // Of several that match, the first in the list is reported.
    each ??= names.map((name) => new RegExp(patternOf(name), 'u'));
    return names[each.findIndex((pattern) => pattern.test(path))];
  };
}

/** Splits a list of names that is written as one text. */
export function words(names: string): string[] {
  return names.trim().split(/\s+/);
}

function patternOf(name: string): string {
  const isFolder = name.endsWith('/');
  const isAtTop = name.startsWith('/');
  const inner = name
    .slice(isAtTop ? 1 : 0, isFolder ? -1 : undefined)
    .replace(/[.+^$()|[\]{}\\?]/g, String.raw`\$&`)
    .replace(/\*\*|\*/g, (stars) => (stars === '**' ? '.*' : '[^/]*'));
  return `${isAtTop ? '^' : '(?:^|/)'}${inner}${isFolder ? '(?:/|$)' : '$'}`;
}
