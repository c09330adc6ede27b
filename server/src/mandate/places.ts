import { foldedPath } from './folded-path.ts';
import { words } from './name-patterns.ts';

/**
 * Folders in which builds of sites look for programs and templates, in any site: what lies elsewhere is not run there, and
 * would be if it came into one of them.
 */
export const runningFolders = `theme themes _theme layouts layout _layouts _includes includes _partials partials shortcodes templates
  _templates overrides components _components plugins macros helpers filters extensions ext src pages routes app api functions hooks
  scripts bin lib public static config middleware loaders archetypes`;

/** Whether a file is one of the docs alone: none of a tool's, by a dot in front of its folders or its name. */
export function isPlainPlace(path: string): boolean {
  return !foldedPath(path)
    .split('/')
    .some((name) => name.startsWith('.'));
}

/** Whether what lies at a path means the same at another: of the same ending, and in no folder more in which it would be run. */
export function isLikePlace(from: string, to: string): boolean {
  if (!isPlainPlace(from) || !isPlainPlace(to) || endingOf(from) !== endingOf(to)) return false;
  const known = new Set(foldersOf(from));
  return foldersOf(to).every((name) => known.has(name) || !running.has(name));
}

export function isSameName(from: string, to: string): boolean {
  return nameOf(from) === nameOf(to);
}

const running = new Set(words(runningFolders));

function foldersOf(path: string): string[] {
  return foldedPath(path).split('/').slice(0, -1);
}

/** Of a name without one, the name. */
function endingOf(path: string): string {
  const name = nameOf(path);
  return name.slice(Math.max(0, name.lastIndexOf('.')));
}

function nameOf(path: string): string {
  return foldedPath(path.slice(path.lastIndexOf('/') + 1));
}
