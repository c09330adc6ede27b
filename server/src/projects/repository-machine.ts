import { sql } from 'kysely';
import type { Database } from '../postgres/database.ts';
import { RepositoryKind } from './project-row.ts';

/** A machine, or a container, whose disk may hold repositories. */
export interface RepositoryMachine {
  /** The id of its data folder. */
  id: string;
  /** Its host name, for people. */
  name: string;
}

/** Where the repository of a project is. */
export interface RepositoryPlace {
  repositoryKind: RepositoryKind;
  /** The path on the machine; the URL when it is on a git server. */
  repository: string;
  /** Where it was last found; null when it is on a git server, and when no machine has looked yet. */
  machine: RepositoryMachine | null;
}

/** Records a machine's name, for the other machines. */
export async function nameMachine(db: Database, { id, name }: RepositoryMachine): Promise<void> {
  await sql`
    insert into machine (id, name) values (${id}, ${name})
    on conflict (id) do update set name = excluded.name where machine.name <> excluded.name
  `.execute(db);
}

/** @returns undefined when there is no such project. */
export async function readPlace(db: Database, projectId: string): Promise<RepositoryPlace | undefined> {
  const row = await db
    .selectFrom('project')
    .leftJoin('machine', 'machine.id', 'project.repository_machine')
    .select([
      'project.repository_kind as kind',
      'project.repository',
      'project.repository_machine as machineId',
      'machine.name',
    ])
    .where('project.id', '=', projectId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { kind, repository, machineId, name } = row;
  const machine = machineId === null ? null : { id: machineId, name: name ?? machineId };
  return { repositoryKind: RepositoryKind.parse(kind), repository, machine };
}

/** Records on which machine the repository of a project was found. */
export async function placeRepository(
  db: Database,
  { projectId, repository }: { projectId: string; repository: string },
  machineId: string,
): Promise<void> {
  await db
    .updateTable('project')
    .set({ repository_machine: machineId })
    .where('id', '=', projectId)
    .where('repository', '=', repository)
    .where('repository_kind', '<>', 'url')
    .execute();
}

/** Lists the projects whose repository is on another machine's disk and that have a job waiting for a worker. */
export async function listWaitingElsewhere(db: Database, machineId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('project')
    .select('id')
    .where('repository_kind', '<>', 'url')
    .where('repository_machine', '<>', machineId)
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('job')
          .whereRef('job.project_id', '=', 'project.id')
          .where('job.status', '=', 'active')
          .where((or) => or.or([or('job.leased_until', 'is', null), or('job.leased_until', '<', sql<Date>`now()`)])),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Lists the projects with a repository on a disk that no machine has looked for yet. */
export async function listUnplaced(db: Database): Promise<{ projectId: string; repository: string }[]> {
  return await db
    .selectFrom('project')
    .select(['id as projectId', 'repository'])
    .where('repository_kind', '<>', 'url')
    .where('repository_machine', 'is', null)
    .where('repository', '<>', '')
    .where('deleted_at', 'is', null)
    .execute();
}
