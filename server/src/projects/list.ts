import { ProjectListCursor } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Database } from '../postgres/database.ts';
import { columns, present } from './project-row.ts';
import type { Project } from './project.ts';
import { checkCursor } from '../postgres/statements/cursor.ts';

/** Which projects to list, and from where on. */
export interface ProjectPage {
  organisationId: string;
  /** The one project that a key is bound to. */
  only?: string | null;
  /** Text that the name, the repository or the id contains, ignoring case. */
  q?: string;
  limit: number;
  cursor?: string;
}

/**
 * Lists a page of the projects of an organisation, by name. The cursor is the last name of the previous page, which no
 * other project has.
 *
 * @throws CopydeskError `invalid_request` for a cursor that no page can have returned.
 */
export async function listProjectPage(
  db: Database,
  { organisationId, only, q, limit, cursor }: ProjectPage,
): Promise<{ projects: Project[]; nextCursor: string | null }> {
  const after = checkCursor(cursor, ProjectListCursor);
  const rows = await db
    .selectFrom('project')
    .select(columns)
    .where('organisation_id', '=', organisationId)
    .where('deleted_at', 'is', null)
    .$if(only != null, (query) => query.where('id', '=', only ?? ''))
    .$if(q !== undefined, (query) => query.where(matchesWords(q ?? '')))
    .$if(after !== undefined, (query) => query.where('name', '>', after ?? ''))
    .orderBy('name')
    .limit(limit + 1)
    .execute();
  const projects = rows.slice(0, limit).map(present);
  const last = projects.at(-1);
  return { projects, nextCursor: rows.length > limit && last ? last.name : null };
}

function matchesWords(words: string) {
  const pattern = `%${words.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<boolean>`(name ilike ${pattern} or repository ilike ${pattern} or id = ${words.trim()})`;
}
