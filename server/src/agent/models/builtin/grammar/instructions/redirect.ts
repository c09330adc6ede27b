import { Cursor } from '../cursor.ts';
import type { Grammar, Instruction, Token } from '../instruction.ts';
import { misread } from '../misread.ts';
import { isPathLike } from '../scope.ts';

/**
 * Reads `Redirect /old to /new`, `Add a redirect from /a to the Quickstart page`, `Redirect /a and /b to /c and /d to
 * /e`.
 */
export const redirectGrammar: Grammar = (clause) => {
  const cursor = new Cursor(clause);
  if (!takeVerb(cursor)) return undefined;
  const redirects: Instruction[] = [];
  while (!cursor.atEnd) {
    const sources = takeSources(cursor);
    if (sources.length === 0) return misread('name the old address by its path: redirect /old to <page>');
    if (!cursor.take('redirect to', 'lead to', 'point to', ...arrows))
      return misread('the target is missing: redirect /old to <page>');
    const to = takeTarget(cursor);
    if (to === undefined) return misread('the target is missing: redirect /old to <page>');
    redirects.push(...sources.map((from) => ({ kind: 'redirect' as const, from, to })));
    if (!cursor.atEnd && !skipJoint(cursor))
      return misread(`put the page into quotes: redirect /old to the page "Title"`);
  }
  return redirects.length === 0 ? misread('name both addresses: redirect /old to <page>') : redirects;
};

/** Reads `redirect it to <page>` after the name of what is removed; undefined when it is missing. */
export function takeRedirectTo(cursor: Cursor): string | undefined {
  const start = cursor.mark();
  skipJoint(cursor);
  const verb = cursor.take(
    'redirect',
    'redirecting',
    'redirected',
    'with a redirect',
    'with redirects',
    'leave a redirect',
    'add a redirect',
  );
  if (verb) cursor.skip('it', 'them', 'its', 'their', 'the', 'address', 'addresses', 'old', 'readers', 'from', 'there');
  const to = verb && cursor.take(...arrows) ? takeTarget(cursor) : undefined;
  if (to === undefined) cursor.return(start);
  return to;
}

const arrows = ['to', 'into', '->', '→', '=>'];

function takeVerb(cursor: Cursor): boolean {
  if (cursor.take('redirect', 'forward')) {
    cursor.skip('readers', 'visitors', 'everybody', 'everyone', 'from', 'of');
    return true;
  }
  const start = cursor.mark();
  // These verbs have many meanings, and only an address makes clear which.
  if (cursor.take('make', 'let', 'point', 'send') && cursor.next !== undefined && isAddress(cursor.next)) return true;
  cursor.return(start);
  if (cursor.take('add', 'create', 'write', 'make', 'set up', 'insert')) {
    cursor.skip('a', 'the', 'these', 'new', 'following');
    if (cursor.take('redirects', 'redirect', 'redirections', 'redirection')) {
      while (cursor.next?.kind === 'mark') cursor.advance();
      return true;
    }
  }
  cursor.return(start);
  return false;
}

/** Takes `/a`, `/a and /b`: everything before the target. */
function takeSources(cursor: Cursor): string[] {
  const sources: string[] = [];
  do {
    cursor.skip('from', 'for', 'the', 'old', 'address', 'addresses', 'url', 'urls', 'path', 'page', 'link');
    const token = cursor.next;
    if (token === undefined || !(token.kind === 'quoted' || isAddress(token))) return sources;
    cursor.advance();
    sources.push(token.text);
  } while (skipJoint(cursor));
  return sources;
}

/** Takes a quoted name, an address, or the words up to the next comma or `and`, with or without `page`. */
function takeTarget(cursor: Cursor): string | undefined {
  cursor.skip('the', 'our', 'new', 'address', 'url', 'path');
  const noun = cursor.take('page called', 'page titled', 'page named', 'page', 'section');
  const token = cursor.next;
  if (token === undefined || (token.kind !== 'quoted' && token.kind !== 'word')) return undefined;
  const start = cursor.mark();
  cursor.advance();
  const isClear = token.kind === 'quoted' || isAddress(token);
  if (!isClear) skipFreeWords(cursor);
  const words = cursor.since(start);
  if (!noun) cursor.take('page');
  return isClear ? token.text : cursor.written(words);
}

function skipFreeWords(cursor: Cursor): void {
  while (isFreeWord(cursor.next)) cursor.advance();
}

function isFreeWord(token: Token | undefined): boolean {
  return token?.kind === 'word' && !['and', '&', 'page', ...arrows].includes(token.text.toLowerCase());
}

/** Whether a word can only be a path, an address or a URL. */
function isAddress(token: Token): boolean {
  return token.kind === 'word' && (isPathLike(token) || /^https?:\/\//iu.test(token.text) || token.text === '/');
}

/** Skips the words and marks between two items of a list. */
function skipJoint(cursor: Cursor): boolean {
  const start = cursor.mark();
  while (cursor.next?.kind === 'mark' || ['and', '&', 'plus', 'also'].includes(cursor.word())) cursor.advance();
  return cursor.mark() > start;
}
