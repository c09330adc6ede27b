import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { isDatabaseUnavailable } from '../../postgres/database.ts';
import type { Database } from '../../postgres/database.ts';
import { numberArray } from '../store/arrays.ts';
import { hasCitus } from './state.ts';

/**
 * Reads or changes page views of all projects with one statement. When a node of a cluster is lost, runs one statement
 * for each node, so that only the projects of the lost node are left out.
 *
 * @param run receives a condition on `project_id`.
 * @throws any error of `run` on one server, and on a cluster any but an unavailable database.
 */
export async function acrossProjects<T>(
  db: Database,
  run: (ofThese: RawBuilder<unknown>) => Promise<readonly T[]>,
): Promise<T[]> {
  try {
    return [...(await run(sql`true`))];
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    const nodes = await projectsByNode(db);
    if (nodes.length === 0) throw error;
    const results = await Promise.allSettled(
      nodes.map(async (projects) => await run(sql`project_id = any(${numberArray(projects)}::int[])`)),
    );
    for (const result of results) {
      if (result.status === 'rejected' && !isDatabaseUnavailable(result.reason)) throw result.reason;
    }
    return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  }
}

/**
 * Returns the numbers of the projects and their shards on each node, from the coordinator's own catalogue; none on one
 * server.
 */
async function projectsByNode(db: Database): Promise<number[][]> {
  if (!(await hasCitus(db))) return [];
  const { rows } = await sql<{ projects: number[] }>`
    select array_agg(shard.number) as projects
    from (select number from project union all select number from view_shard) as shard
    join pg_dist_placement on shardid = get_shard_id_for_distribution_column('view_site', shard.number)
    group by groupid
  `.execute(db);
  return rows.map(({ projects }) => projects);
}
