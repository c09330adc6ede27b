import { foldedPath } from './folded-path.ts';
import { words } from './name-patterns.ts';

/**
 * Folders in which site builds look for programs and templates, for any docs tool. A file that lies elsewhere is not
 * run, and would be run if it were moved into one of them.
 */
export const runningFolders = `theme themes _theme layouts layout _layouts _includes includes _partials partials shortcodes templates
  _templates overrides components _components plugins macros helpers filters extensions ext src pages routes app api functions hooks
  scripts bin lib public static config middleware loaders archetypes`;

/** Whether a file belongs to the docs only: neither its name nor its folders begin with a dot, as those of tools do. */
export function isPlainPlace(path: string): boolean {
  return !foldedPath(path)
    .split('/')
    .some((name) => name.startsWith('.'));
}

/**
 * Whether a file means the same at another path: the extension is the same, and no folder is added in which it would be
 * run.
 */
export function isLikePlace(from: string, to: string): boolean {
  if (!isPlainPlace(from) || !isPlainPlace(to) || endingOf(from) !== endingOf(to)) return false;
  const known = new Set(foldersOf(from));
  return foldersOf(to).every((name) => known.has(name) || !foldersThatRun.has(name));
}

export function isSameName(from: string, to: string): boolean {
  return nameOf(from) === nameOf(to);
}

const foldersThatRun = new Set(words(runningFolders));

function foldersOf(path: string): string[] {
  return foldedPath(path).split('/').slice(0, -1);
}

/** Returns the extension; the whole name when it has none. */
function endingOf(path: string): string {
  const name = nameOf(path);
  return name.slice(Math.max(0, name.lastIndexOf('.')));
}

function nameOf(path: string): string {
  return foldedPath(path.slice(path.lastIndexOf('/') + 1));
}
