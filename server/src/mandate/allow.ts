import { CopydeskError } from '@copydesk/contract/errors';

/** What a project allows besides: paths to the letter, and globs with `*`, `**` and `?`. */
export interface Allowed {
  exactly(path: string): boolean;
  byGlob(path: string): boolean;
}

/** @throws CopydeskError `invalid_request` for what is no path within the repository. */
export function readAllowed(globs: readonly string[]): Allowed {
  for (const glob of globs) {
    const fault = globFault(glob);
    if (fault !== undefined) throw new CopydeskError('invalid_request', `"${glob.slice(0, 200)}" ${fault}.`);
  }
  const exact = new Set(globs.filter((glob) => !/[*?]/.test(glob)));
  const patterns = globs.filter((glob) => !exact.has(glob)).map(patternOf);
  return { exactly: (path) => exact.has(path), byGlob: (path) => patterns.some((pattern) => pattern.test(path)) };
}

/** More stars than these in a row of anything would make a pattern slow. */
const maximumStars = 4;

/** Why a text cannot be a glob of a project, as the end of a sentence; undefined where it can. */
export function globFault(glob: string): string | undefined {
  if (glob === '' || glob.length > 300) return 'is no path of up to 300 characters';
  if (/^\/|\/$|\/\/|\\|(?:^|\/)\.{1,2}(?:\/|$)/.test(glob)) return 'is no path from the top of the repository';
  if ((glob.match(/\*+/g) ?? []).length > maximumStars) return `has more than ${maximumStars} stars`;
  return undefined;
}

function patternOf(glob: string): RegExp {
  const source = glob.replace(/[.+^$()|[\]{}]/g, String.raw`\$&`).replace(/\*\*\/|\*+|\?/g, (part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '?') return '[^/]';
    return part === '*' ? '[^/]*' : '.*';
  });
  return new RegExp(`^${source}$`, 'u');
}
