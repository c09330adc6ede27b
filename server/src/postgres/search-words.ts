import { sql } from 'kysely';
import type { Expression, SqlBool } from 'kysely';

const mostWords = 10;

/**
 * A query of `to_tsquery('simple', …)` for texts that have all the words of a search, or words that begin with them;
 * undefined when it has none. Everything that means something to `to_tsquery` is ASCII punctuation, at which the search
 * is split, as the columns are made: nothing of it can be a wrong query, nor another one.
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

/** The condition that a `tsvector` has the words of a search; false for a search that has none. */
export function matchesWords(vector: Expression<unknown>, search: string): Expression<SqlBool> {
  const query = wordQuery(search);
  return query === undefined ? sql<SqlBool>`false` : sql<SqlBool>`${vector} @@ to_tsquery('simple', ${query})`;
}
