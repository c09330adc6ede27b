import { sql } from 'kysely';
import type { Expression, SqlBool } from 'kysely';

const mostWords = 10;

/**
 * What finds jobs that have all the words of a search, or words that begin with them. Everything that means something
 * to `to_tsquery` is ASCII punctuation, at which the search is split, as the column is made: nothing of it can be a
 * wrong query, nor another one.
 */
export function hasWords(search: string): Expression<SqlBool> {
  const words = search
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- PostgreSQL takes no NUL
    .split(/[\u0000-\u0020!-/:-@[-`{-\u007f\s]+/u)
    .filter((word) => word !== '')
    .slice(0, mostWords);
  if (words.length === 0) return sql<SqlBool>`false`;
  return sql<SqlBool>`job.words @@ to_tsquery('simple', ${words.map((word) => `'${word}':*`).join(' & ')})`;
}
