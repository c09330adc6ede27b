import { sql } from 'kysely';
import type { Database } from '../postgres/database.ts';
import { presentedColumns, presentPullRequest } from './pull-request.ts';
import type { PullRequest } from './pull-request.ts';
import { whyNotOpen } from './refusals.ts';

/**
 * Marks a draft as ready, so that it may be merged. One that is already ready stays so.
 *
 * @throws CopydeskError `not_found`, `pull_request_not_open`.
 */
export async function markReady(
  db: Database,
  { projectId, number }: { projectId: string; number: number },
): Promise<PullRequest> {
  const row = await db
    .updateTable('pull_request')
    .set({ draft: false, updated_at: sql`now()` })
    .where('project_id', '=', projectId)
    .where('number', '=', number)
    .where('state', '=', 'open')
    .returning(presentedColumns)
    .executeTakeFirst();
  if (row === undefined) throw await whyNotOpen(db, projectId, number);
  return presentPullRequest(row);
}
