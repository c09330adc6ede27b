/**
 * A test of paths against what a model gave as `path`: a folder, a file, or a glob with `*`, `**` and `?`. As in
 * git, a glob is matched against whole paths, so `*.md` names the files at the root alone. An empty filter matches
 * all.
 */
export function pathFilter(filter: string): (path: string) => boolean {
  const wanted = cleanPath(filter).replace(/\/$/, '');
  if (wanted === '') return () => true;
  if (!/[*?]/.test(wanted)) return (path) => path === wanted || path.startsWith(`${wanted}/`);
  const parts = wanted.match(/\*\*\/|\*\*|\*|\?|[^*?]+/g) ?? [];
  return (path) => matchGlob(parts, path);
}

/** A path as the tree knows it: models like to begin with `./` or `/`. */
export function cleanPath(path: string): string {
  return path.replace(/^(?:\.?\/)+/, '').replace(/^\.$/, '');
}

/**
 * Goes through the glob's parts and keeps where in the path each may end: time grows with the glob times the path,
 * whereas a regular expression made from `*a*a*a*a` backtracks without end.
 */
function matchGlob(parts: string[], path: string): boolean {
  let reached = Array.from({ length: path.length + 1 }, (_, at) => at === 0);
  for (const part of parts) reached = advance(part, path, reached);
  return reached[path.length] ?? false;
}

function advance(part: string, path: string, from: boolean[]): boolean[] {
  const to = from.map(() => false);
  let any = false;
  for (let at = 0; at < to.length; at += 1) {
    const before = path[at - 1];
    if (part === '**/') to[at] = from[at] === true || (any && before === '/');
    else if (part === '**') to[at] = from[at] === true || any;
    else if (part === '*') to[at] = from[at] === true || (to[at - 1] === true && before !== '/');
    else if (part === '?') to[at] = from[at - 1] === true && before !== '/';
    else to[at] = from[at - part.length] === true && path.startsWith(part, at - part.length);
    any ||= from[at] === true;
  }
  return to;
}
