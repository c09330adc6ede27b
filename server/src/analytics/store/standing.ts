import { sql } from 'kysely';
import type { Database } from '../../postgres/database.ts';
import { numberArray } from './arrays.ts';
import { readShards } from './shards.ts';
import type { Shards } from './shards.ts';

/** What is changed of a project's page views for all writers at once, who find out when they write. */
export interface Standing {
  /** How often it has changed: its readers were judged anew, or it got more shards. */
  judgements: number;
  shards: Shards;
}

/** By project. */
export type Standings = ReadonlyMap<number, Standing>;

/** Of a project without page views. */
export const unused = (projectId: number): Standing => ({
  judgements: 0,
  shards: { numbers: [projectId], earlier: [] },
});

/** Reads standings, none of a project whose rows are not there. */
export async function readStandings(db: Database, projectIds: readonly number[]): Promise<Standings> {
  const { rows } = await sql<{ projectId: number; judgements: number }>`
    select project_id as "projectId", judgements from view_site
    where project_id = any(${numberArray(projectIds)}::int[])
  `.execute(db);
  // After the others: who has read that there was a change reads the shards that it has made.
  const shards = await readShards(db, projectIds);
  return new Map(
    rows.map(({ projectId, judgements }) => {
      const { shards: own } = unused(projectId);
      return [projectId, { judgements, shards: shards.get(projectId) ?? own }];
    }),
  );
}

/**
 * Whether the standings that a group goes by are in force in the shards that it writes to, by a lock of their rows until the end of
 * the transaction: whoever changes them needs the rows for himself, and who waited for him here sees what he has done.
 *
 * @param expected - by shard.
 */
export function inForce(expected: ReadonlyMap<number, number>) {
  const [only] = expected;
  // Citus locks rows of one shard, and not of several.
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
