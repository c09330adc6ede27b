/**
 * Whether a path matches one of some patterns; without patterns any path does. `*` matches anything within a name, `**`
 * any folders, and a trailing slash everything in a folder.
 */
export function globs(patterns: readonly string[]): (path: string) => boolean {
  if (patterns.length === 0) return () => true;
  const all = patterns.map(patternOf);
  return (path) => all.some((one) => one.test(path));
}

function patternOf(glob: string): RegExp {
  const whole = glob.endsWith('/') ? `${glob}**` : glob;
  const parts = whole.replace(/^\//, '').split(/(\*\*\/|\*\*|\*)/);
  return new RegExp(`^${parts.map(partOf).join('')}$`, 'u');
}

function partOf(part: string): string {
  if (part === '**/') return '(?:[^/]+/)*';
  if (part === '**') return '.*';
  if (part === '*') return '[^/]*';
  return part.replace(/[\\^$.|?+()[\]{}]/g, String.raw`\$&`);
}
