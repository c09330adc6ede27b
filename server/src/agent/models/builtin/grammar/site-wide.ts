import { Cursor } from './cursor.ts';
import type { Grammar } from './instruction.ts';
import { takePlace } from './place.ts';
import { takeScope } from './scope.ts';

/** Reads `Add missing titles`, `Fill in missing titles in docs/guides`, `Add a description to all pages in guides`. */
export const addMissingGrammar: Grammar = (clause) => {
  const cursor = new Cursor(clause);
  if (!cursor.take('add', 'create', 'write', 'insert', 'fill in', 'fill', 'generate', 'set', 'fix', 'make'))
    return undefined;
  const found = { titles: false, descriptions: false };
  const named = takeParts(cursor, found);
  if (named === undefined) return undefined;
  let missing = takeWhereMissing(cursor) || named === 'missing';
  const start = cursor.mark();
  const target = cursor.take(...toPages) ? {} : takeScope(cursor, ['to']);
  // `Add a description to pages` can only mean pages that have none, because a second one makes no sense.
  const given = target !== undefined && cursor.since(start)[0]?.text.toLowerCase() === 'to';
  missing ||= given;
  if (!given) cursor.return(start);
  const place = takePlace(cursor);
  missing = takeWhereMissing(cursor) || missing;
  return cursor.atEnd && missing ? { kind: 'add-missing', ...found, ...(given ? target : {}), ...place } : undefined;
};

/** Reads what is to be added into `found`; returns whether the clause calls it missing, or undefined if it is another. */
function takeParts(
  cursor: Cursor,
  found: { titles: boolean; descriptions: boolean },
): 'missing' | 'wanted' | undefined {
  let missing = false;
  do {
    cursor.skip('a', 'an', 'all', 'the', 'any', 'and', 'page', 'front', 'matter', 'meta');
    missing = cursor.take('missing', 'absent', 'lacking') || missing;
    cursor.skip('page', 'front', 'matter', 'meta');
    if (cursor.take('titles', 'title')) found.titles = true;
    else if (cursor.take('descriptions', 'description')) found.descriptions = true;
    else return undefined;
    while (cursor.next?.kind === 'mark') cursor.advance();
  } while (['and', '&', 'title', 'titles', 'description', 'descriptions', 'missing'].includes(cursor.word()));
  return missing ? 'missing' : 'wanted';
}

const toPages = [
  'to all pages',
  'to all the pages',
  'to all of the pages',
  'to every page',
  'to each page',
  'to the pages',
  'to pages',
];

function takeWhereMissing(cursor: Cursor): boolean {
  return cursor.take(
    'to all pages without one',
    'to the pages without one',
    'to pages without one',
    'to pages without them',
    'to all pages that lack one',
    'to pages that lack one',
    'to pages that lack them',
    'where they are missing',
    'where it is missing',
    'where one is missing',
    'where missing',
    'that are missing',
    'if missing',
  );
}

/** Reads `Normalise headings` and `Fix the heading levels in docs/guides`. */
export const normaliseHeadingsGrammar: Grammar = (clause) => {
  const cursor = new Cursor(clause);
  const made = cursor.take('make');
  if (
    !made &&
    !cursor.take(
      'normalise',
      'normalize',
      'standardise',
      'standardize',
      'clean up',
      'clean',
      'unify',
      'fix',
      'repair',
      'correct',
    )
  ) {
    return undefined;
  }
  cursor.skip('all', 'of', 'the', 'our', 'my', 'markdown', 'page');
  if (
    !cursor.take(
      'heading levels',
      'heading styles',
      'heading style',
      'heading hierarchy',
      'heading structure',
      'headings',
      'headers',
    )
  ) {
    return undefined;
  }
  if (made && !cursor.take('consistent', 'uniform')) return undefined;
  const place = takePlace(cursor);
  return cursor.atEnd ? { kind: 'normalise-headings', ...place } : undefined;
};

/** Reads `Sort the navigation`, `Order the sidebar alphabetically`. */
export const sortNavigationGrammar: Grammar = (clause) => {
  const cursor = new Cursor(clause);
  if (!cursor.take('sort', 'order', 'alphabetise', 'alphabetize', 'reorder')) return undefined;
  cursor.skip('the', 'entries', 'entry', 'pages', 'items', 'of', 'in', 'our', 'my', 'docs', 'site', 'whole');
  if (
    !cursor.take(
      'navigation bar',
      'navigation menu',
      'navigation',
      'nav',
      'sidebars',
      'sidebar',
      'menu',
      'table of contents',
    )
  )
    return undefined;
  cursor.take('entries', 'items');
  cursor.take(
    'alphabetically',
    'by title',
    'by titles',
    'by name',
    'in alphabetical order',
    'a to z',
    'from a to z',
    'a-z',
  );
  return cursor.atEnd ? { kind: 'sort-navigation' } : undefined;
};
