import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../postgres/database.ts';
import { mostCounted } from './most-counted.ts';

/** What a project contains, for the person who is about to delete it. */
export interface ProjectContents {
  jobs: number;
  activeJobs: number;
  pullRequests: number;
  /** Addresses that readers have ever requested. */
  pages: number;
  webhooks: number;
  keys: number;
}

/** Counts what would be deleted with a project: six index reads. */
export async function readContents(
  db: Database,
  { id, number }: { id: string; number: number },
): Promise<ProjectContents> {
  const { rows } = await sql<ProjectContents>`
    select
      (select count(*)::integer from (
        select from job where project_id = ${id} limit ${mostCounted.contents}
      ) as all_jobs) as jobs,
      (select count(*)::integer from (
        select from job where project_id = ${id} and status = 'active' limit ${mostCounted.contents}
      ) as active) as "activeJobs",
      (select count(*)::integer from (
        select from pull_request where project_id = ${id} limit ${mostCounted.contents}
      ) as pulled) as "pullRequests",
      coalesce((select pages from view_site where project_id = ${number}), 0) as pages,
      (select count(*)::integer from webhook where project_id = ${id}) as webhooks,
      (select count(*)::integer from api_key where project_id = ${id} and revoked_at is null) as keys
  `.execute(db);
  return rows[0] ?? { jobs: 0, activeJobs: 0, pullRequests: 0, pages: 0, webhooks: 0, keys: 0 };
}

/**
 * Hides a project and its credentials: from the end of the transaction on it is not found, and its name is free. Its
 * rows are deleted later, in pieces.
 */
export async function hideProject(transaction: DatabaseTransaction, projectId: string): Promise<void> {
  const now = sql<Date>`now()`;
  await transaction
    .updateTable('project')
    .set({ deleted_at: now })
    .where('id', '=', projectId)
    .where('deleted_at', 'is', null)
    .execute();
  await transaction.deleteFrom('code_host_connection').where('project_id', '=', projectId).execute();
  await transaction.deleteFrom('model_key').where('project_id', '=', projectId).execute();
  await transaction
    .updateTable('share_link')
    .set({ revoked_at: now })
    .where('project_id', '=', projectId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** A deleted project whose rows still exist. */
export interface DeletedProject {
  id: string;
  /** The number that its page views refer to. */
  number: number;
}

/**
 * Lists deleted projects, those deleted longest ago first. Leaves out those deleted less than `quietSeconds` ago:
 * requests that began before the deletion may still run.
 */
export async function listDeletedProjects(
  db: Database,
  { quietSeconds, most }: { quietSeconds: number; most: number },
): Promise<DeletedProject[]> {
  return await db
    .selectFrom('project')
    .select(['id', 'number'])
    .where('deleted_at', '<', sql<Date>`now() - make_interval(secs => ${quietSeconds})`)
    .orderBy('deleted_at')
    .limit(most)
    .execute();
}
