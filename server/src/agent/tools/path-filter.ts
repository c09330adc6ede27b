/**
 * A test of paths against what a model gave as `path`: a folder, a file, or a glob with `*`, `**` and `?`. As in
 * git, a glob without a slash is matched against whole paths, so `*.md` names the files at the root alone.
 * An empty filter matches all.
 */
export function pathFilter(filter: string): (path: string) => boolean {
  const wanted = cleanPath(filter).replace(/\/+$/, '');
  if (wanted === '') return () => true;
  if (!/[*?]/.test(wanted)) return (path) => path === wanted || path.startsWith(`${wanted}/`);
  const expression = globExpression(wanted);
  return (path) => expression.test(path);
}

/** A path as the tree knows it: models like to begin with `./` or `/`. */
export function cleanPath(path: string): string {
  return path.replace(/^(\.?\/+)+/, '').replace(/^\.$/, '');
}

function globExpression(glob: string): RegExp {
  const source = glob.replaceAll(/\*\*\/|\*+|\?|[^*?]+/g, (part) => {
    if (part === '**/') return '(?:[^/]+/)*';
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    return part.startsWith('*') ? '.*' : RegExp.escape(part);
  });
  return new RegExp(`^${source}$`, 'su');
}
