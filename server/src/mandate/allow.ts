import { CopydeskError } from '@copydesk/contract/errors';

/** What a project allows in addition: exact paths, and globs with `*`, `**` and `?`. */
export interface Allowed {
  exactly(path: string): boolean;
  byGlob(path: string): boolean;
}

/** @throws CopydeskError `invalid_request` when a glob is no path within the repository. */
export function readAllowed(globs: readonly string[]): Allowed {
  for (const glob of globs) {
    const fault = globFault(glob);
    if (fault !== undefined) throw new CopydeskError('invalid_request', `"${glob.slice(0, 200)}" ${fault}.`);
  }
  const exact = new Set(globs.filter((glob) => !/[*?]/.test(glob)));
  const patterns = globs.filter((glob) => !exact.has(glob)).map(matcher);
  return { exactly: (path) => exact.has(path), byGlob: (path) => patterns.some((fits) => fits(path)) };
}

/** The contract states the same number. More stars make no glob clearer. */
const maximumStars = 4;

/** Returns why a text cannot be a glob of a project, as the end of a sentence; undefined when it can. */
export function globFault(glob: string): string | undefined {
  if (glob === '' || glob.length > 300) return 'is no path of up to 300 characters';
  if (/^\/|\/$|\/\/|\\|(?:^|\/)\.{1,2}(?:\/|$)/.test(glob)) return 'is no path from the top of the repository';
  if ((glob.match(/\*+/g) ?? []).length > maximumStars) return `has more than ${maximumStars} stars`;
  return undefined;
}

/**
 * Compiles a glob to a matcher that follows all states at once. Backtracking would try every way to split a long path
 * among four stars.
 */
function matcher(glob: string): (path: string) => boolean {
  const tokens = glob.match(/\*\*\/|\*+|[^*]/gsu) ?? [];
  return (path) => {
    let states = addState(new Set(), tokens, 0);
    for (const character of path) {
      const next = new Set<number>();
      for (const state of states) addNextStates(next, tokens, state, character);
      if (next.size === 0) return false;
      states = next;
    }
    return states.has(tokens.length);
  };
}

/** Adds a state, and the states behind it when its tokens may match nothing. */
function addState(states: Set<number>, tokens: readonly string[], at: number): Set<number> {
  let state = at;
  states.add(state);
  while (tokens[state]?.startsWith('*')) states.add((state += 1));
  return states;
}

function addNextStates(next: Set<number>, tokens: readonly string[], state: number, character: string): void {
  const token = tokens[state];
  if (token === '**/') {
    // `**` matches whole folders only, so its state ends at a slash.
    next.add(state);
    if (character === '/') addState(next, tokens, state + 1);
  } else if (token === '*' ? character !== '/' : token?.startsWith('*')) {
    addState(next, tokens, state);
  } else if (token === character || (token === '?' && character !== '/')) {
    addState(next, tokens, state + 1);
  }
}
