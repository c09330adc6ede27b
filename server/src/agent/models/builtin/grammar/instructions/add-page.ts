import { Cursor } from '../cursor.ts';
import type { Grammar, InstructionOf } from '../instruction.ts';
import { misread } from '../misread.ts';
import { isPathLike } from '../scope.ts';
import { addingVerbs } from '../verbs.ts';

type AddPage = Partial<InstructionOf<'add-page'>>;

/** Reads `Add a page "Title" at <path> [after <page>] [with the text …]`, with the parts after `page` in any order. */
export const addPageGrammar: Grammar = (clause) => {
  const cursor = new Cursor(clause);
  if (!cursor.take(...addingVerbs)) return undefined;
  cursor.skip('a', 'an', 'the', 'new', 'another', 'docs', 'documentation', 'empty', 'blank');
  if (!cursor.take('page', 'file')) return undefined;
  const page: AddPage = {};
  while (!cursor.atEnd) {
    if (!readPart(cursor, page)) {
      const rest = cursor.written(cursor.rest());
      return misread(`${JSON.stringify(rest)} is not clear: add a page "Title" at <path> after <page> with the text …`);
    }
  }
  if (page.path === undefined) return misread('the path of the new page is missing: add a page "Title" at <path>');
  return { ...page, kind: 'add-page', path: page.path };
};

function readPart(cursor: Cursor, page: AddPage): boolean {
  while (cursor.next?.kind === 'mark' || cursor.word() === 'and') cursor.advance();
  if (cursor.atEnd) return true;
  for (const { part, takes, read } of markedParts) {
    if (page[part] === undefined && takes(cursor)) return read(cursor, page);
  }
  if (page.path === undefined && cursor.next?.kind === 'word' && isPathLike(cursor.next)) return readPath(cursor, page);
  return page.title === undefined && readTitle(cursor, page);
}

/** The parts that words announce. */
const markedParts: readonly {
  part: keyof AddPage;
  takes: (cursor: Cursor) => boolean;
  read: (cursor: Cursor, page: AddPage) => boolean;
}[] = [
  {
    part: 'title',
    takes: (cursor) => cursor.take('with the title', 'with title', 'titled', 'called', 'named', 'entitled'),
    read: readTitle,
  },
  {
    part: 'path',
    takes: (cursor) => cursor.take('at the path', 'with the path', 'at', 'in', 'under', 'as', 'to'),
    read: readPath,
  },
  {
    part: 'after',
    takes: (cursor) => cursor.take('right after', 'just after', 'after', 'below', 'behind', 'following'),
    read: readAfter,
  },
  { part: 'text', takes: takesText, read: readText },
];

/** Reads a quoted title, or the words up to the beginning of the next part. */
function readTitle(cursor: Cursor, page: AddPage): boolean {
  const start = cursor.mark();
  if (cursor.next?.kind === 'quoted') {
    page.title = cursor.advance()?.text.replace(/\s+/gu, ' ').trim();
  } else {
    while (cursor.next?.kind === 'word' && !startsPart(cursor)) cursor.advance();
    page.title = cursor.written(cursor.since(start));
  }
  return page.title !== undefined && page.title !== '';
}

function startsPart(cursor: Cursor): boolean {
  return (
    ['at', 'in', 'under', 'after', 'below', 'with', 'containing', 'saying', 'and', 'about'].includes(cursor.word()) ||
    isPathLike(cursor.next)
  );
}

function readPath(cursor: Cursor, page: AddPage): boolean {
  const token = cursor.next;
  if (token?.kind !== 'quoted' && token?.kind !== 'word') return false;
  cursor.advance();
  page.path = token.text;
  return true;
}

function readAfter(cursor: Cursor, page: AddPage): boolean {
  cursor.take('the page', 'page');
  const start = cursor.mark();
  const token = cursor.next;
  if (token?.kind !== 'quoted' && token?.kind !== 'word') return false;
  cursor.advance();
  if (token.kind === 'word' && !isPathLike(token)) {
    while (cursor.next?.kind === 'word' && !startsPart(cursor)) cursor.advance();
  }
  page.after = token.kind === 'quoted' ? token.text : cursor.written(cursor.since(start));
  return true;
}

function takesText(cursor: Cursor): boolean {
  const start = cursor.mark();
  if (cursor.take('containing', 'saying', 'reading')) return true;
  if (cursor.take('with')) {
    cursor.skip('the', 'this', 'following', 'initial', 'body');
    if (cursor.take('text', 'contents', 'content', 'body')) return true;
  }
  cursor.return(start);
  // After `and` has been skipped: `… and the text "…"`.
  cursor.skip('the', 'this', 'following', 'initial');
  if (cursor.take('text', 'contents', 'content', 'body')) return true;
  cursor.return(start);
  return cursor.next?.kind === 'text';
}

function readText(cursor: Cursor, page: AddPage): boolean {
  while (cursor.next?.kind === 'mark') cursor.advance();
  const token = cursor.next;
  if (token?.kind !== 'text' && token?.kind !== 'quoted') return false;
  cursor.advance();
  page.text = token.text;
  return true;
}
