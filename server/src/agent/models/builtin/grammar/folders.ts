import { Cursor } from './cursor.ts';
import type { Grammar, Token } from './instruction.ts';
import { misread } from './misread.ts';
import { takeRedirectTo } from './instructions/redirect.ts';

/**
 * Reads `Move the folder guides/old to guides/new`, `Rename the guides folder to handbook`, `Move old/ into guides/`.
 */
export const moveFolderGrammar: Grammar = (clause) => {
  const cursor = new Cursor(clause);
  const renaming = cursor.take('rename');
  if (!renaming && !cursor.take('move', 'relocate')) return undefined;
  const folder = takeFolder(cursor);
  if (folder === undefined) return undefined;
  const into = cursor.word() !== 'to';
  if (!cursor.take('to', 'into', 'under', 'in'))
    return misread('the target is missing: move the folder <path> to <path>');
  cursor.skip('the');
  cursor.take('folder', 'directory');
  const to = takeName(cursor);
  if (to === undefined) return misread('the new path of the folder is missing');
  cursor.take('folder', 'directory');
  return cursor.atEnd ? { kind: 'move-folder', folder, to, into, renaming } : undefined;
};

/** Reads `Delete the folder docs/old`, also several: `Remove the folders a, b and c`. */
export const deleteFoldersGrammar: Grammar = (clause) => {
  const cursor = new Cursor(clause);
  if (!cursor.take('delete', 'remove', 'drop', 'erase')) return undefined;
  const first = takeFolder(cursor);
  if (first === undefined) return undefined;
  const folders = [first];
  let redirectTo = takeRedirectTo(cursor);
  while (!cursor.atEnd) {
    if (redirectTo !== undefined) return undefined;
    while (cursor.next?.kind === 'mark' || ['and', '&'].includes(cursor.word())) cursor.advance();
    const next = takeFolder(cursor) ?? takeName(cursor);
    if (next === undefined) return undefined;
    folders.push(next);
    redirectTo = takeRedirectTo(cursor);
  }
  return { kind: 'delete-folders', folders, ...(redirectTo === undefined ? {} : { redirectTo }) };
};

/** Takes `the folder a/b`, `the a/b folder`, `everything in a/b`, or `a/b/`. */
function takeFolder(cursor: Cursor): string | undefined {
  const start = cursor.mark();
  const everything = cursor.take(
    'everything in',
    'everything under',
    'all pages in',
    'all the pages in',
    'all files in',
  );
  cursor.skip('the', 'whole', 'entire');
  const noun = cursor.take('folders', 'folder', 'directories', 'directory');
  const token = cursor.next;
  const name = takeName(cursor);
  const behind = name !== undefined && cursor.take('folder', 'directory');
  if (name !== undefined && (everything || noun || behind || endsInSlash(token))) return name;
  cursor.return(start);
  return undefined;
}

function endsInSlash(token: Token | undefined): boolean {
  return token?.text.endsWith('/') === true && !token.text.includes('://');
}

function takeName(cursor: Cursor): string | undefined {
  const token = cursor.next;
  if (token?.kind !== 'quoted' && token?.kind !== 'word') return undefined;
  cursor.advance();
  return token.text;
}
