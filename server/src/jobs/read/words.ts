import { sql } from 'kysely';
import type { Expression, SqlBool } from 'kysely';
import { matchesWords } from '../../postgres/search-words.ts';

/** Returns the condition for jobs that contain all the words of a search, or words that begin with them. */
export function hasWords(search: string): Expression<SqlBool> {
  return matchesWords(sql`job.words`, search);
}
