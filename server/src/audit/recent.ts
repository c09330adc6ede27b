import { sql } from 'kysely';
import type { Database } from '../postgres/database.ts';

/** The recent actors and the projects they acted in, the latest first. */
export interface RecentNames {
  actors: { id: string; kind: string; name: string }[];
  projectIds: string[];
}

/** How many of the newest entries are read, however long the log is. */
const entriesLookedAt = 1_000;

/** Returns names to choose from. A list of all would grow with the organisation, and nobody reads ten thousand. */
export async function recentNames(db: Database, organisationId: string, most: number): Promise<RecentNames> {
  const recent = sql`(
    select id, actor_id, actor_kind, actor_name, project_id from audit_entry
    where organisation_id = ${organisationId} order by id desc limit ${entriesLookedAt}
  ) as recent`;
  const [actors, projects] = await Promise.all([
    sql<RecentNames['actors'][number]>`
      select actor_id as id, actor_kind as kind, (array_agg(actor_name order by id desc))[1] as name from ${recent}
      where actor_id is not null group by actor_id, actor_kind order by max(id) desc limit ${most}`.execute(db),
    sql<{ id: string }>`
      select project_id as id from ${recent}
      where project_id is not null group by project_id order by max(id) desc limit ${most}`.execute(db),
  ]);
  return { actors: actors.rows, projectIds: projects.rows.map(({ id }) => id) };
}
