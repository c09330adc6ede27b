import { isCopydeskError } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultOrganisation } from '../../src/projects/organisation.ts';
import { createProject, findProject, listProjects, readProject, setProject } from '../../src/projects/project.ts';
import type { Project } from '../../src/projects/project.ts';
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

test('parallel processes create one organisation', async () => {
  await using fresh = await testDatabase();
  const ids = await Promise.all(Array.from({ length: 8 }, () => defaultOrganisation(fresh.db)));
  expect(new Set(ids).size).toBe(1);
});

test('a project is read back as it was created', async () => {
  const project = await createProject(database.db, { organisationId, name: 'Read', docsFolder: 'docs', ...where });
  expect(project).toMatchObject({ organisationId, name: 'Read', docsFolder: 'docs', model: null, ...where });
  expect(await readProject(database.db, project.id)).toEqual(project);
  expect(await findProject(database.db, { organisationId, projectId: project.id })).toEqual(project);
  expect(await listProjects(database.db, organisationId)).toContainEqual(project);
});

test('a project of another organisation, or one that the key does not cover, is not found', async () => {
  const one = await createProject(database.db, { organisationId, name: 'One', ...where });
  const other = await createProject(database.db, { organisationId, name: 'Other', ...where });
  const find = async (query: { organisationId: string; keyProjectId?: string | null }) =>
    await findProject(database.db, { projectId: one.id, ...query });
  expect(await find({ organisationId: 'org_other' })).toBeUndefined();
  expect(await find({ organisationId, keyProjectId: other.id })).toBeUndefined();
  expect(await find({ organisationId, keyProjectId: one.id })).toEqual(one);
  expect(await find({ organisationId, keyProjectId: null })).toEqual(one);
});

test('a name can be used once in an organisation', async () => {
  await createProject(database.db, { organisationId, name: 'Taken', ...where });
  const again = createProject(database.db, { organisationId, name: 'Taken', ...where });
  await expect(again).rejects.toSatisfy((error) => isCopydeskError(error, 'invalid_request'));
  await createProject(database.db, { organisationId: 'org_other', name: 'Taken', ...where });
});

test('a project can be changed, and fields that are not named stay', async () => {
  const origins = ['https://docs.example.com'];
  const made = changing(
    await createProject(database.db, { organisationId, name: 'Changed', peopleFrom: 'server', ...where }),
  );
  expect(made).toMatchObject({ origins: [], peopleFrom: 'server' });
  expect(await setProject(database.db, made.id, { origins })).toEqual({ ...made, origins, revision: 1 });
  const anywhere = { ...made, origins, peopleFrom: null, revision: 2 };
  expect(await setProject(database.db, made.id, { peopleFrom: null })).toEqual(anywhere);
  await setProject(database.db, made.id, { name: 'Changed again', origins: [] });
  const again = { ...made, name: 'Changed again', peopleFrom: null, revision: 3 };
  expect(await readProject(database.db, made.id)).toEqual(again);
});

test('the instructions, the address of the pages and the model can be set and cleared', async () => {
  const made = changing(await createProject(database.db, { organisationId, name: 'Instructed', ...where }));
  expect(made).toMatchObject({ instructions: '', pagesAt: null });
  const longest = '\u{1F58B}'.repeat(20_000);
  const set = await setProject(database.db, made.id, { instructions: longest, pagesAt: '/docs' });
  expect(set).toEqual({ ...made, instructions: longest, pagesAt: '/docs', revision: 1 });
  const bare = await setProject(database.db, made.id, { instructions: '', pagesAt: null });
  expect(bare).toEqual({ ...made, revision: 2 });
  const model = 'anthropic/claude-sonnet-5-5';
  expect(await setProject(database.db, made.id, { model })).toEqual({ ...made, model, revision: 3 });
  expect(await setProject(database.db, made.id, { model: null })).toEqual({ ...made, revision: 4 });
});

test('the settings of checks can be changed, and fields that are not named stay', async () => {
  const made = changing(await createProject(database.db, { organisationId, name: 'Checked', ...where }));
  expect(made).toMatchObject({ checks: 'draft', guardViews: 100, siteUrl: null });
  const siteUrl = 'https://docs.example.com';
  expect(await setProject(database.db, made.id, { checks: 'strict', siteUrl })).toEqual({
    ...made,
    checks: 'strict',
    siteUrl,
    revision: 1,
  });
  await setProject(database.db, made.id, { guardViews: 0, siteUrl: null });
  expect(await readProject(database.db, made.id)).toEqual({ ...made, checks: 'strict', guardViews: 0, revision: 2 });
});

/** The project with any revision, since the revision counts the changes. */
function changing(project: Project): Project {
  return { ...project, revision: expect.any(Number) as number };
}

test.each([
  ['a'.repeat(20_001), 'must have at most 20000 characters, not 20001'],
  ['a\0b', 'without NUL'],
  ['a\uD800', 'incomplete characters'],
])('invalid instructions are refused with the reason', async (instructions, reason) => {
  const refused = setProject(database.db, 'prj_none', { instructions });
  await expect(refused).rejects.toSatisfy((error) => isCopydeskError(error, 'invalid_request'));
  await expect(refused).rejects.toThrow(reason);
});

test('a missing project, or a name in use, is refused', async () => {
  const change = async (id: string, name: string) => await setProject(database.db, id, { name });
  const one = await createProject(database.db, { organisationId, name: 'First', ...where });
  await createProject(database.db, { organisationId, name: 'Second', ...where });
  await expect(change('prj_none', 'x')).rejects.toSatisfy((error) => isCopydeskError(error, 'not_found'));
  await expect(change(one.id, 'Second')).rejects.toSatisfy((error) => isCopydeskError(error, 'invalid_request'));
});
