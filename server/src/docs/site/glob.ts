/** A test of a path against a glob with `*`, `**`, `?` and `{a,b}`. */
export function globMatcher(glob: string): (path: string) => boolean {
  const source = glob
    .replace(/^(?:\.?\/)+/, '')
    .replace(/[.+^$()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/?|\*|\?|\{([^{}]*)\}/g, (part, choices: string | undefined) => {
      if (choices !== undefined) return `(?:${choices.split(',').join('|')})`;
      if (part === '*') return '[^/]*';
      if (part === '?') return '[^/]';
      return part.endsWith('/') ? '(?:[^/]+/)*' : '.*';
    });
  const pattern = new RegExp(`^${source}$`);
  return (path) => pattern.test(path);
}
