import { isCopydeskError } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultOrganisation } from '../../src/projects/organisation.ts';
import { createProject, findProject, listProjects, readProject } from '../../src/projects/project.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

let database: TestDatabase;
let organisationId: string;
const where = { repositoryKind: 'url', repository: 'https://git.example/docs.git', ref: 'main' } as const;

beforeAll(async () => {
  database = await testDatabase();
  organisationId = await defaultOrganisation(database.db);
  await database.db.insertInto('organisation').values({ id: 'org_other', name: 'Other' }).execute();
});

afterAll(async () => await database[Symbol.asyncDispose]());

test('many processes agree on one organisation', async () => {
  await using fresh = await testDatabase();
  const ids = await Promise.all(Array.from({ length: 8 }, () => defaultOrganisation(fresh.db)));
  expect(new Set(ids).size).toBe(1);
});

test('a project is read as it was made', async () => {
  const project = await createProject(database.db, { organisationId, name: 'Read', docsFolder: 'docs', ...where });
  expect(project).toMatchObject({ organisationId, name: 'Read', docsFolder: 'docs', model: null, ...where });
  expect(await readProject(database.db, project.id)).toEqual(project);
  expect(await findProject(database.db, { organisationId, projectId: project.id })).toEqual(project);
  expect(await listProjects(database.db, organisationId)).toContainEqual(project);
});

test("another organisation's project is not to be seen, nor one that the key is not for", async () => {
  const one = await createProject(database.db, { organisationId, name: 'One', ...where });
  const other = await createProject(database.db, { organisationId, name: 'Other', ...where });
  const find = async (query: { organisationId: string; keyProjectId?: string | null }) =>
    await findProject(database.db, { projectId: one.id, ...query });
  expect(await find({ organisationId: 'org_other' })).toBeUndefined();
  expect(await find({ organisationId, keyProjectId: other.id })).toBeUndefined();
  expect(await find({ organisationId, keyProjectId: one.id })).toEqual(one);
  expect(await find({ organisationId, keyProjectId: null })).toEqual(one);
});

test('a name is taken once in an organisation', async () => {
  await createProject(database.db, { organisationId, name: 'Taken', ...where });
  const again = createProject(database.db, { organisationId, name: 'Taken', ...where });
  await expect(again).rejects.toSatisfy((error) => isCopydeskError(error, 'invalid_request'));
  await createProject(database.db, { organisationId: 'org_other', name: 'Taken', ...where });
});
