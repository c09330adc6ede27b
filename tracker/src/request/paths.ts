/** Whether the site's options include the path. */
export function isIncluded(
  path: string,
  { include, exclude }: { include: (string | RegExp)[] | undefined; exclude: (string | RegExp)[] },
): boolean {
  return (include === undefined || matches(path, include)) && !matches(path, exclude);
}

function matches(path: string, patterns: (string | RegExp)[]): boolean {
  return patterns.some((pattern) => (typeof pattern === 'string' ? isUnder(path, pattern) : path.search(pattern) >= 0));
}

/** `/docs` and `/docs/` contain `/docs` and `/docs/start`, but not `/docsify`. */
function isUnder(path: string, folder: string): boolean {
  const bare = folder.replace(/\/+$/, '');
  return path.startsWith(bare) && (path.length === bare.length || path[bare.length] === '/');
}
