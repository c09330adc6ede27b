import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import type { TestProject } from 'vitest/node';
import type { Connection } from '../../src/postgres/connection.ts';
import type { Database } from '../../src/postgres/database.ts';
import { startEmbedded } from '../../src/postgres/embedded/embedded.ts';
import { thisMachine } from '../../src/postgres/embedded/machine.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { dropOnNodes, openCluster } from './citus.ts';
import type { Cluster } from './citus.ts';
import { copyCluster, makeCluster } from './made-cluster.ts';
import { connectionAt, onDatabase } from './on-database.ts';
import { startPgBouncer } from './pgbouncer.ts';
import { readFreshContent } from './restore-database.ts';
import type { FreshContent } from './restore-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The test run's server: its own, or the one that `COPYDESK_TEST_DATABASE_URL` names. */
    postgres: Connection;
    /** A folder that the run removes at its end: a process of tests is ended without notice. */
    runFolder: string;
    /** A data directory whose database is migrated and stopped; tests copy it and never start it. */
    madeCluster: string;
    /** A database of it that is migrated and never connected to. */
    template: string;
    freshContent: FreshContent;
    /**
     * How PostgreSQL copies the template: `file_copy` takes half the time of the default, and a third for removing the
     * copy, on a server that never waits for its disk.
     */
    copyStrategy: 'file_copy' | 'wal_log';
    /** A pooler in front of it, which tests go through when `COPYDESK_TEST_PGBOUNCER` names its program. */
    pooler: Connection | undefined;
    /** A Citus cluster that contains the databases of page view tests, when `COPYDESK_TEST_CITUS_URL` names one. */
    cluster: Cluster | undefined;
  }
}

/** vitest's global setup: one PostgreSQL for the whole run, with a migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'copydesk-test-'));
  // When the tests run as root, the server's user must be able to enter the folder.
  await chmod(folder, 0o711);
  const madeCluster = path.join(folder, 'made');
  await makeCluster(madeCluster);
  const server = await openServer(process.env.COPYDESK_TEST_DATABASE_URL, folder, madeCluster);
  const template = `run_${randomBytes(6).toString('hex')}`;
  const freshContent = await makeTemplate(server.connection, template);
  project.provide('runFolder', folder);
  project.provide('madeCluster', madeCluster);
  project.provide('postgres', server.connection);
  project.provide('template', template);
  project.provide('freshContent', freshContent);
  project.provide('copyStrategy', server.isOwn ? 'file_copy' : 'wal_log');
  const program = process.env.COPYDESK_TEST_PGBOUNCER;
  const pooler = program === undefined ? undefined : await startPgBouncer(program, folder, server.connection);
  project.provide('pooler', pooler?.connection);
  const url = process.env.COPYDESK_TEST_CITUS_URL;
  const cluster = url === undefined ? undefined : await openCluster(url);
  project.provide('cluster', cluster);
  return async () => {
    if (cluster !== undefined) await dropOnNodes(cluster, cluster.template);
    await pooler?.stop();
    if (!server.isOwn) await onDatabase(server.connection, (root) => dropDatabases(root, template));
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

interface TestServer {
  connection: Connection;
  /** Whether this run has started it. */
  isOwn: boolean;
  stop: () => Promise<void>;
}

/** Uses the PostgreSQL at the address, which must accept a superuser's login there; starts one when there is none. */
async function openServer(url: string | undefined, folder: string, madeCluster: string): Promise<TestServer> {
  if (url !== undefined) {
    const connection = connectionAt(url);
    return {
      connection: { ...connection, database: connection.database || 'postgres' },
      isOwn: false,
      stop: async () => {},
    };
  }
  const directory = path.join(folder, 'data');
  await copyCluster(directory, madeCluster);
  const server = await startEmbedded({
    directory,
    log: { info: () => {}, warn: (message) => console.warn(message) },
    machine: { ...thisMachine(), sharedFolder: path.join(folder, 'shared') },
  });
  await onDatabase(server.connection, forgetDurability);
  return { connection: server.connection, isOwn: true, stop: () => server.stop() };
}

/** Nobody needs the data when the machine has failed. What survives a kill of PostgreSQL does not depend on these. */
async function forgetDurability(root: Database): Promise<void> {
  await sql`alter system set fsync = off`.execute(root);
  await sql`alter system set full_page_writes = off`.execute(root);
  await sql`select pg_reload_conf()`.execute(root);
}

async function makeTemplate(connection: Connection, template: string): Promise<FreshContent> {
  await onDatabase(connection, (root) => sql`create database ${sql.id(template)}`.execute(root));
  return await onDatabase({ ...connection, database: template }, async (db) => {
    await migrate(db);
    return await readFreshContent(db);
  });
}

/** Removes what a run leaves on a server that outlives it. */
async function dropDatabases(root: Database, template: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select datname as name from pg_database where datname like ${`%${template}%`}
  `.execute(root);
  for (const { name } of rows) await sql`drop database ${sql.id(name)} with (force)`.execute(root);
}
