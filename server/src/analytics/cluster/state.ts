import { CopydeskError } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Database } from '../../postgres/database.ts';
import { onlyRow } from '../../postgres/statements/only-row.ts';

/** The table that decides where the shards of all tables are placed, and whether the tables are distributed. */
export const firstTable = 'view_site';

/** The function that runs a project's writes, on the node that has the project. */
export const delegated = 'all_or_nothing_of(integer,text,text[],text[])';

/** A table of page views, as the coordinator knows it. */
export interface TableState {
  name: string;
  /** PostgreSQL's estimate of the rows that are on the coordinator, and their bytes. */
  rows: number;
  bytes: number;
  isDistributed: boolean;
}

/** A cluster whose coordinator is this database. */
export interface ClusterState {
  /** The version of Citus: `13.2-1`. */
  version: string;
  /** Nodes that store rows: `10.0.0.2:5432`. */
  nodes: string[];
  /** The setting on which copying rows while they change depends. */
  walLevel: string;
  tables: TableState[];
  isDelegated: boolean;
}

/**
 * Reads what is distributed already.
 * @throws CopydeskError `database_refused` when the database is not a coordinator with nodes, or its tables belong to
 *   somebody else.
 */
export async function readCluster(db: Database): Promise<ClusterState> {
  const version = await requireCitus(db);
  const { rows } = await sql<{ group: number; nodes: string[]; walLevel: string; isDelegated: boolean }>`
    select
      (select groupid from pg_dist_local_group) as group,
      array(
        select nodename || ':' || nodeport from pg_dist_node
        where noderole = 'primary' and isactive and shouldhaveshards order by 1
      ) as nodes,
      current_setting('wal_level') as "walLevel",
      exists (
        select from pg_dist_object
        where objid = to_regprocedure(${delegated}) and distribution_argument_index = 0
      ) as "isDelegated"
  `.execute(db);
  const found = onlyRow(rows);
  if (found.group !== 0) throw distributionRefused('This is a node of the cluster, not its coordinator', worker);
  if (found.nodes.length === 0) throw distributionRefused('The coordinator has no nodes that accept rows', addNodes);
  const { nodes, walLevel, isDelegated } = found;
  return { version, nodes, walLevel, isDelegated, tables: await readTables(db) };
}

/**
 * Returns whether the database has the tables in which Citus records what is distributed. Its own catalogue answers: no
 * node is asked.
 */
export async function hasCitus(db: Database): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('pg_catalog.pg_dist_partition') is not null as there
  `.execute(db);
  return rows[0]?.there === true;
}

/** Returns whether page views are distributed. */
export async function readIsDistributed(db: Database): Promise<boolean> {
  if (!(await hasCitus(db))) return false;
  const { rows } = await sql`
    select 1 from pg_dist_partition where logicalrelid = ${firstTable}::regclass and partmethod = 'h'
  `.execute(db);
  return rows.length > 0;
}

/** The node number of all page views when they are not distributed. */
export const oneServer = 0;

/** Returns the node of a shard, when page views are distributed. The coordinator knows it without asking a node. */
export async function readNodeOf(db: Database, shard: number): Promise<number> {
  const { rows } = await sql<{ node: number }>`
    select groupid as node from pg_dist_placement
    where shardid = get_shard_id_for_distribution_column(${firstTable}, ${shard}::int)
  `.execute(db);
  return rows[0]?.node ?? oneServer;
}

/** Returns the nodes that have page views; none on one server. */
export async function readNodes(db: Database): Promise<number[]> {
  if (!(await readIsDistributed(db))) return [];
  const { rows } = await sql<{ node: number }>`
    select distinct groupid as node from pg_dist_placement join pg_dist_shard using (shardid)
    where logicalrelid = ${firstTable}::regclass
  `.execute(db);
  return rows.map(({ node }) => node);
}

/** Checks that Citus is installed. @returns its version. */
async function requireCitus(db: Database): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select extversion as version from pg_extension where extname = 'citus'
  `.execute(db);
  const version = rows[0]?.version;
  if (version !== undefined) return version;
  throw distributionRefused('The database does not have the extension Citus', 'Install it, as /docs/scaling shows.');
}

/**
 * Every table of page views has the project's number in all of its keys, and no other table has such a column. Tables
 * that Citus has copied from, such as `view_102055`, exist for a while after the copy and are not counted.
 */
async function readTables(db: Database): Promise<TableState[]> {
  const { rows } = await sql<TableState & { owner: string; isOurs: boolean }>`
    select relname as name, kept.rows, kept.bytes, pg_get_userbyid(relowner) as owner,
      pg_has_role(relowner, 'usage') as "isOurs",
      exists (
        select from pg_dist_partition where logicalrelid = pg_class.oid and partmethod = 'h'
      ) as "isDistributed"
    from pg_class
    join pg_attribute on attrelid = pg_class.oid and attname = 'project_id' and atttypid = 'int4'::regtype
    cross join lateral (
      select sum(greatest(part.reltuples, 0))::float8 as rows, sum(pg_total_relation_size(part.oid))::float8 as bytes
      from pg_class part
      where part.oid = pg_class.oid or part.oid in (select inhrelid from pg_inherits where inhparent = pg_class.oid)
    ) as kept
    where relkind in ('r', 'p') and not relispartition and relname !~ '_[0-9]{6,}$'
      and relnamespace = (select site.relnamespace from pg_class site where site.oid = ${firstTable}::regclass)
    order by relname <> ${firstTable}, relkind = 'p', relname
  `.execute(db);
  const foreign = rows.find(({ isOurs }) => !isOurs);
  if (foreign !== undefined) {
    const found = `The table ${foreign.name} belongs to the role ${foreign.owner}`;
    throw distributionRefused(
      found,
      'Use a DATABASE_URL with that role, which is the only one that may distribute it.',
    );
  }
  return rows.map(({ name, rows: estimate, bytes, isDistributed }) => ({ name, rows: estimate, bytes, isDistributed }));
}

const worker = 'Let DATABASE_URL (or DATABASE_DIRECT_URL) lead to the coordinator.';
const addNodes = "Add them there: select citus_add_node('host', 5432). /docs/scaling shows the whole way.";

export function distributionRefused(found: string, todo: string): CopydeskError {
  return new CopydeskError('database_refused', `${found}. ${todo} Nothing was distributed.`);
}
