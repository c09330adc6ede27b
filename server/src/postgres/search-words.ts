import { sql } from 'kysely';
import type { Expression, SqlBool } from 'kysely';

const mostWords = 10;

/**
 * Returns a query of `to_tsquery('simple', …)` for texts that contain all the words of a search, or words that begin
 * with them; undefined when the search has no words. The search is split at ASCII punctuation, as the columns are.
 * Everything that has a meaning for `to_tsquery` is ASCII punctuation, so a search can never produce an invalid or a
 * different query.
 */
function wordQuery(search: string): string | undefined {
  const words = search
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- PostgreSQL takes no NUL
    .split(/[\u0000-\u0020!-/:-@[-`{-\u007f\s]+/u)
    .filter((word) => word !== '')
    .slice(0, mostWords);
  return words.length === 0 ? undefined : words.map((word) => `'${word}':*`).join(' & ');
}

/** Returns the condition that a `tsvector` contains the words of a search; false for a search without words. */
export function matchesWords(vector: Expression<unknown>, search: string): Expression<SqlBool> {
  const query = wordQuery(search);
  return query === undefined ? sql<SqlBool>`false` : sql<SqlBool>`${vector} @@ to_tsquery('simple', ${query})`;
}
