import { Cursor } from './cursor.ts';
import type { Grammar, Token } from './instruction.ts';
import { misread } from './misread.ts';
import { takeRedirectTo } from './instructions/redirect.ts';
import { isName, isPathLike } from './scope.ts';

/** Reads `Move <page> to <path>` and `Move the page X into the folder Y`. */
export const movePageGrammar: Grammar = (clause) => {
  const cursor = new Cursor(clause);
  if (!cursor.take('move', 'relocate')) return undefined;
  const named = takePageNoun(cursor);
  const page = readPageName(cursor, ['to', 'into', 'under', 'in']);
  if (page === undefined) return undefined;
  let intoFolder = cursor.word() !== 'to';
  if (!cursor.take('to', 'into', 'under', 'in')) return misread('the target is missing: move <page> to <path>');
  cursor.skip('the');
  if (cursor.take('folder', 'directory')) intoFolder = true;
  const to = cursor.advance();
  if (!isName(to)) return misread('the new path is missing');
  if (cursor.take('folder', 'directory')) intoFolder = true;
  if (!cursor.atEnd || (!named && !page.isClear && !isPathLike(to))) return undefined;
  return { kind: 'move-page', page: page.name, to: to.text, intoFolder: intoFolder || to.text.endsWith('/') };
};

/** Reads `Delete <page>`, also several: `Delete docs/a.md, docs/b.md and the page "C"`. */
export const deletePagesGrammar: Grammar = (clause) => {
  const cursor = new Cursor(clause);
  if (!cursor.take('delete', 'remove', 'drop', 'erase')) return undefined;
  const pages: string[] = [];
  let redirectTo: string | undefined;
  do {
    if (redirectTo !== undefined) return undefined;
    while (cursor.next?.kind === 'mark' || ['and', '&'].includes(cursor.word())) cursor.advance();
    const named = takePageNoun(cursor);
    const page = readPageName(cursor, ['and', '&', 'page']);
    if (page === undefined) return undefined;
    if (!cursor.take('page') && !named && !page.isClear) return undefined;
    pages.push(page.name);
    redirectTo = takeRedirectTo(cursor);
  } while (!cursor.atEnd);
  return { kind: 'delete-pages', pages, ...(redirectTo === undefined ? {} : { redirectTo }) };
};

function takePageNoun(cursor: Cursor): boolean {
  const start = cursor.mark();
  cursor.skip('the');
  if (cursor.take('pages', 'page called', 'page titled', 'page named', 'page', 'file', 'files')) return true;
  cursor.return(start);
  cursor.skip('the');
  return false;
}

/**
 * Reads a page's name. A quoted name or a path is clear; other words are a name only when something else confirms it.
 */
function readPageName(cursor: Cursor, until: readonly string[]): { name: string; isClear: boolean } | undefined {
  const start = cursor.mark();
  const first = cursor.next;
  if (first === undefined || (first.kind !== 'quoted' && first.kind !== 'word')) return undefined;
  cursor.advance();
  if (first.kind === 'quoted' || isPathLike(first)) return { name: first.text, isClear: true };
  while (isFreeWord(cursor.next, until)) cursor.advance();
  return { name: cursor.written(cursor.since(start)), isClear: false };
}

function isFreeWord(token: Token | undefined, until: readonly string[]): boolean {
  return token?.kind === 'word' && !until.includes(token.text.toLowerCase());
}
