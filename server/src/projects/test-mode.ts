import { CopydeskError } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Database } from '../postgres/database.ts';
import { testPrefix } from '../postgres/test-organisation.ts';
import { newProjectId } from './identifiers.ts';

/** The model of every job of a test project. */
export const scriptedModel = 'test/scripted';

/** Returns the organisation that an organisation's test keys act in: its twin, whose id is derived from it. */
export function testOrganisationOf(organisationId: string): string {
  return isTestOrganisation(organisationId) ? organisationId : `${testPrefix}${organisationId}`;
}

/** Whether an organisation is such a twin: the database reserves these ids for them. */
export function isTestOrganisation(organisationId: string): boolean {
  return organisationId.startsWith(testPrefix);
}

/**
 * Returns the organisations whose keys a caller may manage: its own and the twin's. Test keys manage only test keys.
 */
export function organisationsOfKeys(organisationId: string): string[] {
  return [...new Set([organisationId, testOrganisationOf(organisationId)])];
}

/** Creates the twin of an organisation if it does not exist. @returns its id. */
export async function ensureTestOrganisation(db: Database, organisationId: string): Promise<string> {
  const id = testOrganisationOf(organisationId);
  if (id === organisationId) return id;
  await sql`
    insert into organisation (id, name, test_of)
    select ${id}, name || ' (test)', id from organisation where id = ${organisationId}
    on conflict (id) do nothing
  `.execute(db);
  return id;
}

/** Refuses in test mode what would reach other servers: nothing in test mode does. @throws CopydeskError `test_mode` */
export function requireLive({ organisationId }: { organisationId: string }, what: string): void {
  if (!isTestOrganisation(organisationId)) return;
  throw new CopydeskError(
    'test_mode',
    `A test key may reach nothing outside of Copydesk, but ${what} would. Use a live key for that.`,
  );
}

/** A project of test mode, with what its setup needs. */
export interface TestProject {
  id: string;
  /** The live project that it stands for; null for none. */
  testOf: string | null;
  /** `''` until its repository is created. */
  repository: string;
  /** Page views are generated up to this day, `YYYY-MM-DD`, exclusively; null before the first. */
  viewsUntil: string | null;
}

/**
 * Returns the test project for an id: its own, or that of the live project that it stands for. Undefined when the
 * organisation has neither.
 *
 * @param organisationId the organisation of test mode.
 */
export async function findTestProject(
  db: Database,
  { organisationId, projectId }: { organisationId: string; projectId: string },
): Promise<TestProject | undefined> {
  const { rows } = await sql<TestProject>`
    select id, test_of as "testOf", repository, test_views_until::text as "viewsUntil" from project
    where (id = ${projectId} or test_of = ${projectId}) and organisation_id = ${organisationId} and deleted_at is null
  `.execute(db);
  return rows[0];
}

/**
 * Returns the same, and creates it when the live project has none yet: a row without a repository. Returns undefined
 * for a project that does not exist.
 */
export async function ensureTestProject(
  db: Database,
  { organisationId, projectId }: { organisationId: string; projectId: string },
): Promise<TestProject | undefined> {
  const of = await findTestProject(db, { organisationId: testOrganisationOf(organisationId), projectId });
  if (of !== undefined) return of;
  await makeTestProjects(db, organisationId, projectId);
  return await findTestProject(db, { organisationId: testOrganisationOf(organisationId), projectId });
}

/** How many test projects one request creates: as many as a page of the project list has. */
const mostAtOnce = 250;

/**
 * Creates rows for live projects of an organisation that have no test project yet: for the given one, or for the first
 * ones by name.
 */
export async function makeTestProjects(db: Database, organisationId: string, projectId?: string): Promise<void> {
  const id = await ensureTestOrganisation(db, organisationId);
  const live = await db
    .selectFrom('project')
    .innerJoin('organisation', 'organisation.test_of', 'project.organisation_id')
    .select(['project.id', 'project.name'])
    .where('organisation.id', '=', id)
    .where('project.deleted_at', 'is', null)
    .$if(projectId !== undefined, (query) => query.where('project.id', '=', projectId ?? ''))
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('project as twin')
            .select('twin.id')
            .whereRef('twin.test_of', '=', 'project.id')
            .where('twin.deleted_at', 'is', null),
        ),
      ),
    )
    .orderBy('project.name')
    .limit(mostAtOnce)
    .execute();
  if (live.length === 0) return;
  await db
    .insertInto('project')
    .values(
      live.map((project) => ({
        id: newProjectId(),
        organisation_id: id,
        name: freeName(id, project),
        repository_kind: 'kept',
        repository: '',
        ref: 'main',
        docs_folder: '',
        model: scriptedModel,
        test_of: project.id,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A test key may have created a project with this name; with the id added, the name is free. */
function freeName(organisationId: string, { id, name }: { id: string; name: string }) {
  const short = `${name} (test)`;
  return sql<string>`case when exists (
    select from project where organisation_id = ${organisationId} and name = ${short} and deleted_at is null
  ) then ${`${name} (test of ${id})`} else ${short} end`;
}

/** Lists the test projects that stand for a live one: one, or none. */
export async function listTestProjectsOf(db: Database, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('project')
    .select('id')
    .where('test_of', '=', projectId)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Records the repository of a test project, created on this machine.
 * @returns whether no other one was recorded before.
 */
export async function placeTestRepository(
  db: Database,
  { projectId, repository, machineId }: { projectId: string; repository: string; machineId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('project')
    .set({ repository, repository_machine: machineId })
    .where('id', '=', projectId)
    .where('repository', '=', '')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records up to which day page views of a test project are generated. */
export async function noteTestViews(db: Database, projectId: string, until: string): Promise<void> {
  await sql`update project set test_views_until = ${until}::date where id = ${projectId}`.execute(db);
}
