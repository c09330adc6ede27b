import { CopydeskError } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Database } from '../postgres/database.ts';
import { testPrefix } from '../postgres/test-organisation.ts';
import { newProjectId } from './identifiers.ts';

/** The model of every job of a test project. */
export const scriptedModel = 'test/scripted';

/** The organisation that test keys of an organisation act in: its twin, whose id is made of it. */
export function testOrganisationOf(organisationId: string): string {
  return isTestOrganisation(organisationId) ? organisationId : `${testPrefix}${organisationId}`;
}

/** Whether an organisation is such a twin: the database keeps these ids for them. */
export function isTestOrganisation(organisationId: string): boolean {
  return organisationId.startsWith(testPrefix);
}

/** The organisations whose keys somebody of one may keep: its own, and its twin's. Test keys keep test keys alone. */
export function organisationsOfKeys(organisationId: string): string[] {
  return [...new Set([organisationId, testOrganisationOf(organisationId)])];
}

/** Makes the twin of an organisation where it is not there. @returns its id. */
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

/** @throws CopydeskError `test_mode` for what would reach other servers: nothing of the test mode does. */
export function requireLive({ organisationId }: { organisationId: string }, what: string): void {
  if (!isTestOrganisation(organisationId)) return;
  throw new CopydeskError(
    'test_mode',
    `A test key reaches nothing outside of Copydesk, and ${what} would. Use a live key for that.`,
  );
}

/** A project of the test mode, as far as it is to be made ready. */
export interface TestProject {
  id: string;
  /** The live project that it stands for; null for none. */
  testOf: string | null;
  /** `''` as long as nobody has made its repository. */
  repository: string;
  /** Its page views are generated up to this day, `YYYY-MM-DD`, exclusively; null before the first. */
  viewsUntil: string | null;
}

/**
 * The test project that is meant by an id: its own, or that of the live project that it stands for. Undefined when the
 * organisation has neither.
 *
 * @param organisationId that of the test mode.
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
 * The same, made where the live project has none yet: a row without a repository.
 *
 * @throws nothing for a project that is not there: then it answers undefined.
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

/** Test projects that one request makes: as many as a page of the list of projects has. */
const mostAtOnce = 250;

/** Makes rows for live projects of an organisation that have no test project yet; for one, or for those that are first by name. */
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

/** A name may be taken by a project that a test key has made; with the id it is nobody's. */
function freeName(organisationId: string, { id, name }: { id: string; name: string }) {
  const short = `${name} (test)`;
  return sql<string>`case when exists (
    select from project where organisation_id = ${organisationId} and name = ${short} and deleted_at is null
  ) then ${`${name} (test of ${id})`} else ${short} end`;
}

/** The test projects that stand for a live one: one, or none. */
export async function listTestProjectsOf(db: Database, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('project')
    .select('id')
    .where('test_of', '=', projectId)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Notes the repository of a test project, made on this machine. @returns whether nobody has noted another before. */
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

/** Notes up to which day page views of a test project are generated. */
export async function noteTestViews(db: Database, projectId: string, until: string): Promise<void> {
  await sql`update project set test_views_until = ${until}::date where id = ${projectId}`.execute(db);
}
