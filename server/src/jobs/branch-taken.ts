import { sql } from 'kysely';
import type { Database } from '../postgres/database.ts';

/** Whether a job of the project that came earlier, and is not archived, works on a branch of this name. */
export async function isBranchTaken(
  db: Database,
  { projectId, branch, before }: { projectId: string; branch: string; before: string },
): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (
      select from job where project_id = ${projectId} and branch = ${branch} and status <> 'archived' and id < ${before}
    ) as taken
  `.execute(db);
  return rows[0]?.taken === true;
}
