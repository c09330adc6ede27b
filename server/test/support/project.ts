import type { Database } from '../../src/postgres/database.ts';

/** Inserts a project into the tables directly; by default of a new organisation. */
export async function insertProject(
  db: Database,
  options: { id?: string; organisationId?: string; repository?: string; docsFolder?: string } = {},
): Promise<{ id: string; organisationId: string }> {
  const organisationId =
    options.organisationId ?? `org_${Math.random().toString(36).slice(2).padEnd(22, '0').slice(0, 22)}`;
  const id = options.id ?? `prj_${Math.random().toString(36).slice(2).padEnd(22, '0').slice(0, 22)}`;
  if (options.organisationId === undefined)
    await db.insertInto('organisation').values({ id: organisationId, name: 'Test' }).execute();
  await db
    .insertInto('project')
    .values({
      id,
      organisation_id: organisationId,
      name: options.organisationId === undefined ? 'Docs' : id,
      repository_kind: 'path',
      repository: options.repository ?? '/nowhere',
      ref: 'main',
      docs_folder: options.docsFolder ?? '',
    })
    .execute();
  return { id, organisationId };
}
