/**
 * A test of a path against a glob with `*`, `**`, `?` and `{a,b}`, and with `[ab]` and `[!ab]` where `sets` is said;
 * one with many of them matches nothing.
 */
export function globMatcher(glob: string, { sets = false } = {}): (path: string) => boolean {
  if (glob.length > 200 || (glob.match(/\*+/g)?.length ?? 0) > 4) return () => false;
  const source = glob
    .replace(/^(?:\.?\/)+/, '')
    .replace(/[.+^$()|[\]\\]/g, '\\$&')
    .replace(/\\\[(!?)([\w-]+)\\\]/g, (set, not: string, characters: string) =>
      sets ? `[${not ? '^' : ''}${characters.replaceAll('-', '\\-')}]` : set,
    )
    .replace(/\*\*\/?|\*|\?|\{([^{}]*)\}/g, (part, choices: string | undefined) => {
      if (choices !== undefined) return `(?:${choices.split(',').join('|')})`;
      if (part === '*') return '[^/]*';
      if (part === '?') return '[^/]';
      return part.endsWith('/') ? '(?:[^/]+/)*' : '.*';
    });
  const pattern = new RegExp(`^${source}$`);
  return (path) => pattern.test(path);
}
