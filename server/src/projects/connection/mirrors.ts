import { sql } from 'kysely';
import type { Database } from '../../postgres/database.ts';
import { isOfTestMode } from '../../postgres/test-organisation.ts';

/** A repository that Copydesk keeps, with the known state of its mirror. */
export interface MirroredRepository {
  projectId: string;
  name: string;
  /** The target branch of pull requests. */
  ref: string;
  /** Its path on its machine. */
  repository: string;
  /** The name of its machine; null when no machine has looked for it yet. */
  machine: string | null;
  /** SHA-256 of the mirror's branches and tags; null before the first transfer. */
  refs: Buffer | null;
  mirroredAt: Date | null;
  /** Since when updating the mirror fails, and why; null while updates succeed. */
  failedAt: Date | null;
  failure: string | null;
}

/** Lists all repositories that Copydesk keeps, by name; only those of one machine when its id is given. */
export async function listMirrored(db: Database, machineId?: string): Promise<MirroredRepository[]> {
  const { rows } = await sql<MirroredRepository>`
    select
      project.id as "projectId", project.name, project.ref, project.repository, machine.name as machine,
      mirror.refs, mirror.mirrored_at as "mirroredAt", mirror.failed_at as "failedAt", mirror.failure
    from project
    left join machine on machine.id = project.repository_machine
    left join repository_mirror as mirror on mirror.project_id = project.id
    where project.repository_kind = 'kept' and project.repository <> '' and project.deleted_at is null
      and not ${isOfTestMode('project.organisation_id')}
      and (${machineId ?? null}::text is null or project.repository_machine = ${machineId ?? null})
    order by project.name, project.id
  `.execute(db);
  return rows;
}

/** Records the refs that a mirror has now. */
export async function noteMirrored(db: Database, projectId: string, refs: Buffer): Promise<void> {
  await sql`
    insert into repository_mirror (project_id, refs, mirrored_at) values (${projectId}, ${refs}, now())
    on conflict (project_id) do update
    set refs = excluded.refs, mirrored_at = excluded.mirrored_at, failed_at = null, failure = null
  `.execute(db);
}

/** Records that a mirror could not be updated, and, the first time, since when. */
export async function noteMirrorFailure(db: Database, projectId: string, failure: string): Promise<void> {
  await sql`
    insert into repository_mirror (project_id, failed_at, failure) values (${projectId}, now(), ${failure})
    on conflict (project_id) do update
    set failed_at = coalesce(repository_mirror.failed_at, excluded.failed_at), failure = excluded.failure
  `.execute(db);
}

/** For how long a mirror may fail before people are notified. */
export const mirrorPatienceMinutes = 10;

/** Lists the names of the projects whose mirrors have failed for this long. */
export async function listFailingMirrors(db: Database, minutes = mirrorPatienceMinutes): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select project.name from repository_mirror as mirror join project on project.id = mirror.project_id
    where mirror.failed_at < now() - make_interval(mins => ${minutes}) and project.deleted_at is null
    order by project.name
  `.execute(db);
  return rows.map(({ name }) => name);
}

/** Records that a repository was restored on a machine. */
export async function moveKept(
  db: Database,
  { projectId, repository, machineId }: { projectId: string; repository: string; machineId: string },
): Promise<void> {
  await db
    .updateTable('project')
    .set({ repository, repository_machine: machineId })
    .where('id', '=', projectId)
    .where('repository_kind', '=', 'kept')
    .execute();
}
