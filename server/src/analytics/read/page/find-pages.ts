import { sql } from 'kysely';
import { inTransaction } from '../../../postgres/database.ts';
import type { Database } from '../../../postgres/database.ts';
import { isCancelled } from '../../../postgres/faults.ts';
import { matchesWords } from '../../../postgres/search-words.ts';

/** A page that has views. */
export interface FoundPage {
  projectId: string;
  project: string;
  path: string;
}

/** After this time the other search results are shown without pages. */
const timeLimitMilliseconds = 40;

/** The expression of the index `view_page_by_words`. */
const wordsOfPath = sql`to_tsvector('simple', regexp_replace(page.path, ${sql.lit(String.raw`[\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]+`)}, ' ', 'g'))`;

/**
 * Returns pages whose path contains the words of a search, shortest first; undefined when the search takes too long.
 */
export async function findPages(
  db: Database,
  { organisationId, boundTo }: { organisationId: string; boundTo: string | null },
  { text, limit }: { text: string; limit: number },
): Promise<FoundPage[] | undefined> {
  try {
    return await inTransaction(db, async (transaction) => {
      await sql`select set_config('statement_timeout', ${String(timeLimitMilliseconds)}, true)`.execute(transaction);
      const { rows } = await sql<FoundPage>`
        select project.id as "projectId", project.name as project, page.path
        from view_page page join project on project.number = page.project_id
        where project.organisation_id = ${organisationId} and project.deleted_at is null
          and (${boundTo}::text is null or project.id = ${boundTo}) and ${matchesWords(wordsOfPath, text)}
        limit ${limit * 8}
      `.execute(transaction);
      return rows.toSorted((one, other) => one.path.length - other.path.length).slice(0, limit);
    });
  } catch (error) {
    if (isCancelled(error)) return undefined;
    throw error;
  }
}
