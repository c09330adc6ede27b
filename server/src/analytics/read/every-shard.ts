import { sql } from 'kysely';

/** All shards with the project of each, as a table of a query. */
export const everyShard = sql`(
  select number as project, number as shard from project union all select project, number from view_shard
)`;
