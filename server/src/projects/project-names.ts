import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { Database } from '../postgres/database.ts';

/** The part of a project that a long list shows. */
export interface ProjectName {
  id: string;
  name: string;
}

/** The projects that the caller may see. */
export interface ProjectScope {
  organisationId: string;
  /** The one project that the caller is bound to; null for all. */
  boundTo: string | null;
}

/** Returns the names of projects by their ids, without deleted projects. */
export async function projectNames(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('project')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Finds projects whose name contains a text, or whose id begins with it, by name. Returns the first ones when there are
 * many.
 */
export async function findProjects(
  db: Database,
  { organisationId, boundTo }: ProjectScope,
  { text, limit }: { text: string; limit: number },
): Promise<ProjectName[]> {
  const wanted = text.replaceAll('\0', '').toLowerCase();
  return await db
    .selectFrom('project')
    .select(['id', 'name'])
    .where('organisation_id', '=', organisationId)
    .where('deleted_at', 'is', null)
    .$if(boundTo !== null, (query) => query.where('id', '=', boundTo ?? ''))
    // Searching ten thousand names takes some milliseconds; a pattern would take three times as long.
    .$if(wanted !== '', (query) =>
      query.where(sql<SqlBool>`(strpos(lower(name), ${wanted}) > 0 or starts_with(lower(id), ${wanted}))`),
    )
    .orderBy('name')
    .limit(limit)
    .execute();
}

/** Finds projects by name, ignoring case. The one with exactly the same spelling comes first. */
export async function findProjectsNamed(
  db: Database,
  { organisationId, name, limit }: { organisationId: string; name: string; limit: number },
): Promise<ProjectName[]> {
  return await db
    .selectFrom('project')
    .select(['id', 'name'])
    .where('organisation_id', '=', organisationId)
    .where('deleted_at', 'is', null)
    .where(sql<string>`lower(name)`, '=', sql<string>`lower(${name})`)
    .orderBy((order) => order('name', '=', name), 'desc')
    .orderBy('name')
    .limit(limit)
    .execute();
}

/** Finds the project for a name or an id that a person typed. */
export async function projectOfText(
  db: Database,
  { organisationId, boundTo }: ProjectScope,
  text: string,
): Promise<ProjectName | undefined> {
  return await db
    .selectFrom('project')
    .select(['id', 'name'])
    .where('organisation_id', '=', organisationId)
    .where('deleted_at', 'is', null)
    .$if(boundTo !== null, (query) => query.where('id', '=', boundTo ?? ''))
    .where((where) => where.or([where('id', '=', text), where('name', '=', text)]))
    .executeTakeFirst();
}
