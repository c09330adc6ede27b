import { sql } from 'kysely';
import type { Database } from '../../postgres/database.ts';
import { makePartitionsAhead } from '../store/shards/partitions.ts';
import { delegated, firstTable, readCluster, distributionRefused } from './state.ts';
import type { ClusterState, TableState } from './state.ts';

/** The work that is left to distribute page views. */
export interface DistributionPlan {
  version: string;
  nodes: string[];
  /** The tables that are not distributed yet. */
  tables: TableState[];
  /** Whether nothing is left to do. */
  isDone: boolean;
}

export interface DistributeOptions {
  /** The number of shards of each table, which never changes afterwards. */
  shards: number;
  /** Whether writers of page views wait until everything is copied, instead of going on. */
  locked: boolean;
  now: Date;
  onTable: (name: string) => void;
}

/** @throws CopydeskError as {@link readCluster} */
export async function planDistribution(db: Database): Promise<DistributionPlan> {
  return planOf(await readCluster(db));
}

function planOf({ version, nodes, tables, isDelegated }: ClusterState): DistributionPlan {
  const left = tables.filter(({ isDistributed }) => !isDistributed);
  return { version, nodes, tables: left, isDone: left.length === 0 && isDelegated };
}

/**
 * Distributes page views by project, table by table, while they are read and written. Tables that are distributed
 * already stay as they are. A run that was interrupted at any point continues there the next time: reads and writes are
 * correct with any number of tables distributed.
 *
 * @param db one connection to the server itself, on which a statement may take hours.
 * @returns what there was to do.
 * @throws CopydeskError as {@link readCluster}, and `database_refused` when the server cannot copy rows while they
 *   change.
 */
export async function distribute(db: Database, options: DistributeOptions): Promise<DistributionPlan> {
  const cluster = await readCluster(db);
  const plan = planOf(cluster);
  if (plan.isDone) return plan;
  if (!options.locked && plan.tables.length > 0) requireLogical(cluster);
  await sql`select set_config('statement_timeout', '0', false)`.execute(db);
  // A table without partitions cannot be copied while it changes.
  await makePartitionsAhead(db, options.now);
  await (options.locked ? distributeAtOnce(db, plan, options) : distributeOnline(db, plan, options));
  // From here on the writes of a project run on its node.
  await sql`
    select create_distributed_function(${delegated}, 'project', colocate_with => ${firstTable})
  `.execute(db);
  return plan;
}

function requireLogical({ walLevel }: ClusterState): void {
  if (walLevel === 'logical') return;
  throw distributionRefused(
    `The wal_level of the coordinator is ${walLevel}, with which rows cannot be copied while they change`,
    "Set it to logical (alter system set wal_level = 'logical', and a restart), or give --lock.",
  );
}

async function distributeOnline(db: Database, plan: DistributionPlan, options: DistributeOptions): Promise<void> {
  for (const { name } of plan.tables) {
    options.onTable(name);
    await sql`
      select create_distributed_table_concurrently(${name}, 'project_id', ${placement(name, options)})
    `.execute(db);
  }
}

async function distributeAtOnce(db: Database, plan: DistributionPlan, options: DistributeOptions): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const { name } of plan.tables) {
      options.onTable(name);
      await sql`select create_distributed_table(${name}, 'project_id', ${placement(name, options)})`.execute(
        transaction,
      );
    }
  });
  // The copied rows remain on the coordinator, where no query reads them.
  for (const { name } of plan.tables)
    await sql`select truncate_local_data_after_distributing_table(${name})`.execute(db);
}

/** The first table decides where the shards are placed; those of the other tables are placed with them. */
function placement(name: string, { shards }: DistributeOptions) {
  if (name === firstTable) return sql`colocate_with => 'none', shard_count => ${shards}::int`;
  return sql`colocate_with => ${firstTable}`;
}
