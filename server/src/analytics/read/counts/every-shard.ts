import { sql } from 'kysely';

/** All shards, each with its project, as a table for a query. */
export const everyShard = sql`(
  select number as project, number as shard from project union all select project, number from view_shard
)`;
