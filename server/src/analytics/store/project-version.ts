import { sql } from 'kysely';
import type { Database } from '../../postgres/database.ts';
import { numberArray } from './arrays.ts';
import { readShards } from './shards/shards.ts';
import type { Shards } from './shards/shards.ts';

/** The version of a project's page views that writers rely on; they notice a change when they write. */
export interface ProjectVersion {
  /** How often it has changed: its readers were classified again, or it got more shards. */
  judgements: number;
  shards: Shards;
}

/** Versions by project. */
export type ProjectVersions = ReadonlyMap<number, ProjectVersion>;

/** Returns the version of a project without page views. */
export const unusedProject = (projectId: number): ProjectVersion => ({
  judgements: 0,
  shards: { numbers: [projectId], earlier: [] },
});

/** Reads the versions of projects; a project without rows has none. */
export async function readProjectVersions(db: Database, projectIds: readonly number[]): Promise<ProjectVersions> {
  const { rows } = await sql<{ projectId: number; judgements: number }>`
    select project_id as "projectId", judgements from view_site
    where project_id = any(${numberArray(projectIds)}::int[])
  `.execute(db);
  // Shards are read last: after reading that a change happened, this also reads the shards that it created.
  const shards = await readShards(db, projectIds);
  return new Map(
    rows.map(({ projectId, judgements }) => {
      const { shards: own } = unusedProject(projectId);
      return [projectId, { judgements, shards: shards.get(projectId) ?? own }];
    }),
  );
}

/**
 * Checks that a group's versions are still current in the shards that it writes to, and locks their rows until the end
 * of the transaction. Whoever changes versions needs these rows exclusively, and a group that waited for the change
 * here sees its result.
 *
 * @param expected - by shard.
 */
export function isCurrent(expected: ReadonlyMap<number, number>) {
  const [only] = expected;
  // Citus locks rows of one shard, but not of several.
  if (expected.size === 1 && only !== undefined) {
    const [shard, count] = only;
    return sql`
      select judgements = ${count}::int as judgements from view_site where project_id = ${sql.lit(shard)} for key share`;
  }
  const shards = numberArray([...expected.keys()]);
  return sql`
    select count(*) = ${expected.size}::int and bool_and(site.judgements = expected.judgements) as judgements
    from (
      select project_id, judgements from view_site where project_id = any(${shards}::int[])
      order by project_id for key share
    ) as site
    join unnest(${shards}::int[], ${numberArray([...expected.values()])}::int[])
      as expected (project_id, judgements) using (project_id)`;
}
