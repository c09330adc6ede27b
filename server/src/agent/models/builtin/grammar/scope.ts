import type { Cursor } from './cursor.ts';
import type { Token } from './instruction.ts';

const everywherePhrases = [
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

const prepositions = ['in', 'within', 'on', 'under', 'inside', 'of', 'from', 'for'];

/**
 * Takes words that say where: `in docs/guides`, `only on the page "Quickstart"`, `across the docs`. For all of the
 * docs, `within` is absent. When the next words say something else, it takes nothing and returns undefined.
 *
 * @param further prepositions that lead to a place here, besides the usual ones.
 */
export function takeScope(cursor: Cursor, further: readonly string[] = []): { within?: string } | undefined {
  const start = cursor.mark();
  if (cursor.take(...everywherePhrases)) return {};
  cursor.take('only', 'just', 'solely');
  const isOn = cursor.word() === 'on';
  const across = cursor.take('across', 'throughout');
  if (!across && !cursor.take(...prepositions, ...further)) {
    cursor.return(start);
    return undefined;
  }
  const place = wholeScope(cursor) ?? namedScope(cursor, isOn);
  if (place === undefined) cursor.return(start);
  else cursor.take('only');
  return place;
}

/** Takes a place without a preposition, as after `except`. */
export function takePlaceName(cursor: Cursor): { within: string } | undefined {
  const start = cursor.mark();
  const place = namedScope(cursor, false);
  if (place === undefined) cursor.return(start);
  return place;
}

function wholeScope(cursor: Cursor): { within?: string } | undefined {
  const start = cursor.mark();
  cursor.skip('all', 'every', 'each', 'the', 'of', 'whole', 'entire', 'our', 'my', 'your', 'this');
  // `in docs` is the folder if one of that name exists, and `in the docs` is all of them.
  const whole = cursor.mark() > start && cursor.take(...wholeDocs);
  if (whole && (cursor.atEnd || !isName(cursor.next))) return {};
  cursor.return(start);
  return undefined;
}

const pageNouns = ['page called', 'page titled', 'page named', 'page'];
const placeNouns = ['folder', 'directory', 'file', 'path', 'section'];

/** @param isOn whether `on the` precedes, after which any words name a page. */
function namedScope(cursor: Cursor, isOn: boolean): { within: string } | undefined {
  const article = cursor.take('the', 'my', 'our');
  const isPage = cursor.take(...pageNouns);
  const noun = isPage || cursor.take(...placeNouns);
  const token = cursor.next;
  if (!isName(token)) return undefined;
  const words = freeWords(cursor);
  const named = wordsBeforeNoun(cursor, words);
  if (token.kind === 'quoted' || (!article && !isPage)) return takeName(cursor, 1, named === 1);
  if (named > 0) return takeName(cursor, named, true);
  const isPlace = noun || isPlaceLike(token);
  if (isPage || (isOn && !isPlace)) return takeName(cursor, words, false);
  return isPlace ? takeName(cursor, 1, false) : undefined;
}

/** Words after which something other than a name begins. */
const stops = new Set(
  'including include also keep keeping preserve preserving respecting matching but and only just except excluding without not in with as everywhere'.split(
    ' ',
  ),
);

/** Returns how many words from here may be a name. */
function freeWords(cursor: Cursor): number {
  if (cursor.next?.kind === 'quoted') return 1;
  let words = 1;
  while (cursor.word(words) !== '' && !stops.has(cursor.word(words))) words += 1;
  return words;
}

/** Returns how many words precede a noun, as in `Getting started page`; 0 when none does. */
function wordsBeforeNoun(cursor: Cursor, words: number): number {
  for (let index = 1; index <= words; index += 1) {
    if (['page', 'folder', 'directory', 'section', 'file'].includes(cursor.word(index))) return index;
  }
  return 0;
}

function takeName(cursor: Cursor, words: number, noun: boolean): { within: string } {
  const start = cursor.mark();
  const [first] = cursor.since(start, start + 1);
  cursor.return(start + words);
  const within = first !== undefined && words === 1 ? first.text : cursor.written(cursor.since(start));
  if (noun) cursor.advance();
  return { within };
}

/** Whether a token can name a place at all: a quoted phrase or a word. */
export function isName(token: Token | undefined): token is Token {
  return token?.kind === 'quoted' || token?.kind === 'word';
}

/** Whether a word names a place: a path, or a folder that sites commonly have. */
export function isPlaceLike(token: Token | undefined): boolean {
  return isPathLike(token) || /^(?:blog|changelog|versioned_docs|version-\d[\w.-]*)$/iu.test(token?.text ?? '');
}

/** Whether a word can only be a path or a glob. */
export function isPathLike(token: Token | undefined): boolean {
  if (token === undefined || (token.kind !== 'word' && token.kind !== 'quoted')) return false;
  return /[/*]|\.(?:md|mdx|markdown)$/iu.test(token.text) && !/\s|:\/\//u.test(token.text);
}
