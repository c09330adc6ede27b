import { sql } from 'kysely';
import type { Database } from '../../postgres/database.ts';

/**
 * Whether an earlier job of the project, which is not archived, works on a branch of this name, or on one that git
 * cannot store beside it: `docs` beside `docs/rename`.
 */
export async function isBranchTaken(
  db: Database,
  { projectId, branch, before }: { projectId: string; branch: string; before: string },
): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (
      select from job where project_id = ${projectId} and status <> 'archived' and id < ${before}
        and (branch = ${branch} or starts_with(branch, ${branch} || '/') or starts_with(${branch}, branch || '/'))
    ) as taken
  `.execute(db);
  return rows[0]?.taken === true;
}
