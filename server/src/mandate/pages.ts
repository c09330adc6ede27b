import { foldedName } from './folded-path.ts';
import { kindOfFile } from './kinds-of-files.ts';

/** Tells the pages and other prose of the docs by their paths. */
export function pagesIn(docsFolder: string): (path: string) => boolean {
  const prefix = docsFolder === '' ? '' : `${docsFolder}/`;
  return (path) => path.startsWith(prefix) && kindOfFile(foldedName(path.slice(path.lastIndexOf('/') + 1))) === 'prose';
}
