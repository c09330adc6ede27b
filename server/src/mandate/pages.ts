import { foldedName } from './folded-path.ts';
import { kindOfFile } from './kinds-of-files.ts';

/** Returns whether a path belongs to a page or other prose of the docs. */
export function pagesIn(docsFolder: string): (path: string) => boolean {
  const prefix = docsFolder === '' ? '' : `${docsFolder}/`;
  return (path) => path.startsWith(prefix) && kindOfFile(foldedName(path.slice(path.lastIndexOf('/') + 1))) === 'prose';
}
