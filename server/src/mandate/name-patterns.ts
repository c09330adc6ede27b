/** Answers the name that a folded path fits; undefined where it fits none. */
export type FindName = (foldedPath: string) => string | undefined;

/**
 * Finds names in folded paths: `*` stands for anything within a name, `**` for anything, a slash at the end for a folder
 * with all that is in it. A name counts in every folder.
 */
export function namePatterns(names: readonly string[]): FindName {
  if (names.length === 0) return () => undefined;
  const any = new RegExp(names.map((name) => `(?:${patternOf(name)})`).join('|'), 'u');
  return (path) => (any.test(path) ? names.find((name) => new RegExp(patternOf(name), 'u').test(path)) : undefined);
}

/** The names of a list that is written as one text. */
export function words(names: string): string[] {
  return names.trim().split(/\s+/);
}

function patternOf(name: string): string {
  const isFolder = name.endsWith('/');
  const inner = (isFolder ? name.slice(0, -1) : name)
    .replace(/[.+^$()|[\]{}\\?]/g, String.raw`\$&`)
    .replace(/\*\*|\*/g, (stars) => (stars === '**' ? '.*' : '[^/]*'));
  return `(?:^|/)${inner}${isFolder ? '(?:/|$)' : '$'}`;
}
