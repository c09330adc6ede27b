import type { Cursor } from './cursor.ts';
import type { Token } from './instruction.ts';

const everywhere = [
  'everywhere',
  'globally',
  'site wide',
  'site-wide',
  'in every page',
  'in all files',
  'in every file',
  'on every page',
  'on all pages',
];

const wholeDocs = [
  'documentation site',
  'docs site',
  'documentation',
  'docs',
  'pages',
  'page',
  'files',
  'site',
  'website',
  'repository',
  'repo',
  'project',
];

/**
 * Takes words that say where: `in docs/guides`, `on the page "Quickstart"`, `across the docs`. All of the docs have
 * no `within`. Nothing is taken, and undefined answered, when the next words say something else.
 */
export function takeScope(cursor: Cursor): { within?: string } | undefined {
  const start = cursor.mark();
  if (cursor.take(...everywhere)) return {};
  const across = cursor.take('across', 'throughout');
  if (!across && !cursor.take('in', 'within', 'on', 'under', 'inside', 'of', 'from', 'for')) return undefined;
  const place = wholeScope(cursor) ?? namedScope(cursor);
  if (place === undefined) cursor.return(start);
  return place;
}

function wholeScope(cursor: Cursor): { within?: string } | undefined {
  const start = cursor.mark();
  cursor.skip('all', 'every', 'each', 'the', 'of', 'whole', 'entire', 'our', 'my', 'your', 'this');
  // `in docs` is the folder when there is one of that name, and `in the docs` is all of them.
  const whole = cursor.mark() > start && cursor.take(...wholeDocs);
  if (whole && (cursor.atEnd || !isName(cursor.next))) return {};
  cursor.return(start);
  return undefined;
}

function namedScope(cursor: Cursor): { within: string } | undefined {
  const article = cursor.take('the', 'my', 'our');
  const noun = cursor.take(
    'page called',
    'page titled',
    'page named',
    'page',
    'folder',
    'directory',
    'file',
    'path',
    'section',
  );
  const token = cursor.next;
  if (token === undefined || !isName(token)) return undefined;
  const followed = ['page', 'folder', 'directory', 'section', 'file'].includes(cursor.word(1));
  if (token.kind === 'word' && article && !noun && !followed && !isPlaceLike(token)) return undefined;
  cursor.advance();
  if (followed) cursor.advance();
  return { within: token.text };
}

/** Whether a token can name a place at all: a quoted phrase or a word. */
function isName(token: Token | undefined): boolean {
  return token?.kind === 'quoted' || token?.kind === 'word';
}

/** Whether a word names a place: a path, or a folder that sites are known to have. */
export function isPlaceLike(token: Token | undefined): boolean {
  return isPathLike(token) || /^(?:blog|changelog|versioned_docs|version-\d[\w.-]*)$/iu.test(token?.text ?? '');
}

/** Whether a word can only be a path or a glob. */
export function isPathLike(token: Token | undefined): boolean {
  if (token === undefined || (token.kind !== 'word' && token.kind !== 'quoted')) return false;
  return /[/*]|\.(?:md|mdx|markdown)$/iu.test(token.text) && !/\s|:\/\//u.test(token.text);
}
