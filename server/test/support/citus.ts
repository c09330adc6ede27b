import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { distribute } from '../../src/analytics/cluster/distribute.ts';
import type { Connection } from '../../src/postgres/connection.ts';
import type { Database } from '../../src/postgres/database.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { connectionAt, onDatabase } from './on-database.ts';

/** An existing cluster: its coordinator, its workers, and the template of the tests' databases. */
export interface Cluster {
  coordinator: Connection;
  workers: Connection[];
  template: string;
}

/**
 * Reads from the database at the URL what it knows about its cluster, and creates a template with distributed page
 * views on it.
 */
export async function openCluster(url: string): Promise<Cluster> {
  const coordinator = connectionAt(url);
  const nodes = await onDatabase(coordinator, async (db) => {
    const { rows } = await sql<{ host: string; port: number }>`
      select nodename as host, nodeport as port from pg_dist_node where groupid > 0 order by nodeid
    `.execute(db);
    return rows;
  });
  const workers = nodes.map((node) => ({ ...coordinator, ...node }));
  const cluster = { coordinator, workers, template: `template_${randomBytes(6).toString('hex')}` };
  await makeTemplate(cluster);
  return cluster;
}

async function makeTemplate(cluster: Cluster): Promise<void> {
  const database = cluster.template;
  await makeDatabase(cluster, database);
  // Four shards per table are created faster than the default of 32.
  const options = { shards: 4, locked: true, now: new Date('2026-11-21T10:00:00Z'), onTable: () => {} };
  await onDatabase({ ...cluster.coordinator, database }, async (db) => await distribute(db, options));
}

/** A migrated database of the cluster with all its tables on the coordinator. */
export async function undistributedDatabase(cluster: Cluster): Promise<Connection & AsyncDisposable> {
  const database = `test_${randomBytes(8).toString('hex')}`;
  await makeDatabase(cluster, database);
  return { ...cluster.coordinator, database, [Symbol.asyncDispose]: async () => await dropOnNodes(cluster, database) };
}

async function makeDatabase({ coordinator, workers }: Cluster, database: string): Promise<void> {
  for (const node of [coordinator, ...workers]) {
    await onDatabase(node, (db) => sql`create database ${sql.id(database)}`.execute(db));
    await onDatabase({ ...node, database }, (db) => sql`create extension citus`.execute(db));
  }
  await onDatabase({ ...coordinator, database }, async (db) => {
    await sql`select citus_set_coordinator_host(${coordinator.host}, ${coordinator.port}::int)`.execute(db);
    for (const { host, port } of workers) await sql`select citus_add_node(${host}, ${port}::int)`.execute(db);
    await migrate(db);
  });
}

/** Clones the template on every node, under the same name. */
export async function cloneTemplate({ coordinator, workers, template }: Cluster, name: string): Promise<void> {
  const clone = sql`create database ${sql.id(name)} template ${sql.id(template)}`;
  for (const node of [coordinator, ...workers]) await onDatabase(node, (db) => alone(db, template, clone));
}

export async function dropOnNodes({ coordinator, workers }: Cluster, name: string): Promise<void> {
  const drop = sql`drop database if exists ${sql.id(name)} with (force)`;
  for (const node of [coordinator, ...workers]) await onDatabase(node, (db) => alone(db, name, drop));
}

/**
 * Runs a statement that needs a database without connections. Citus keeps a connection to every database that it was
 * used in, and reopens it.
 */
async function alone(db: Database, database: string, statement: RawBuilder<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${database}`.execute(db);
    try {
      await statement.execute(db);
      return;
    } catch (error) {
      if (attempt === 20) throw error;
      await setTimeout(100);
    }
  }
}
