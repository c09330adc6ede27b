import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../postgres/database.ts';

/** A branch as a push has left it: `from` is null for a new branch, `to` for a deleted one. */
export interface MovedBranch {
  branch: string;
  from: string | null;
  to: string | null;
}

/** Records who has pushed a branch. A deleted or new branch no longer belongs to those who pushed it before. */
export async function recordPushed(
  transaction: DatabaseTransaction,
  { projectId, keyId }: { projectId: string; keyId: string },
  moved: readonly MovedBranch[],
): Promise<void> {
  const forgotten = moved.filter(({ from, to }) => from === null || to === null).map(({ branch }) => branch);
  await transaction
    .deleteFrom('pushed_branch')
    .where('project_id', '=', projectId)
    .where('branch', '=', sql<string>`any(${forgotten}::text[])`)
    .execute();
  const left = moved.filter(({ to }) => to !== null);
  const [branches, made] = [left.map(({ branch }) => branch), left.map(({ from }) => from === null)];
  await sql`
    insert into pushed_branch (project_id, branch, key_id, made)
    select ${projectId}, pushed.branch, ${keyId}, pushed.made
    from unnest(${branches}::text[], ${made}::boolean[]) as pushed (branch, made)
    on conflict do nothing`.execute(transaction);
}

/** Lists which of the branches one of the keys has created. */
export async function listMadeBranches(
  db: Database,
  projectId: string,
  { keyIds, branches }: { keyIds: readonly string[]; branches: readonly string[] },
): Promise<string[]> {
  const rows = await db
    .selectFrom('pushed_branch')
    .select('branch')
    .where('project_id', '=', projectId)
    .where('made', '=', true)
    .where('key_id', '=', sql<string>`any(${keyIds}::text[])`)
    .where('branch', '=', sql<string>`any(${branches}::text[])`)
    .execute();
  return rows.map(({ branch }) => branch);
}
