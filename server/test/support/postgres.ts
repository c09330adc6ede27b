import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import type { TestProject } from 'vitest/node';
import type { Connection } from '../../src/postgres/connection.ts';
import { openDatabase } from '../../src/postgres/database.ts';
import { startEmbedded } from '../../src/postgres/embedded/embedded.ts';
import { thisMachine } from '../../src/postgres/embedded/machine.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { dropOnNodes, openCluster } from './citus.ts';
import type { Cluster } from './citus.ts';
import { startPgBouncer } from './pgbouncer.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The test run's server; its database `template_copydesk` is migrated and never connected to. */
    postgres: Connection;
    /** A pooler in front of it, which tests go through when `COPYDESK_TEST_PGBOUNCER` names its program. */
    pooler: Connection | undefined;
    /** A Citus cluster that contains the databases of page view tests, when `COPYDESK_TEST_CITUS_URL` names one. */
    cluster: Cluster | undefined;
  }
}

/** vitest's global setup: one PostgreSQL for the whole run, in a temporary directory, with a migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'copydesk-test-'));
  // When the tests run as root, the server's user must be able to enter the folder.
  await chmod(folder, 0o711);
  const server = await startEmbedded({
    directory: path.join(folder, 'data'),
    log: { info: () => {}, warn: (message) => console.warn(message) },
    machine: { ...thisMachine(), sharedFolder: path.join(folder, 'shared') },
  });
  await makeTemplate(server.connection);
  project.provide('postgres', server.connection);
  const program = process.env.COPYDESK_TEST_PGBOUNCER;
  const pooler = program === undefined ? undefined : await startPgBouncer(program, folder, server.connection);
  project.provide('pooler', pooler?.connection);
  const url = process.env.COPYDESK_TEST_CITUS_URL;
  const cluster = url === undefined ? undefined : await openCluster(url);
  project.provide('cluster', cluster);
  return async () => {
    if (cluster !== undefined) await dropOnNodes(cluster, cluster.template);
    await pooler?.stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function makeTemplate(connection: Connection): Promise<void> {
  const open = (database: string) =>
    openDatabase({ connection: { ...connection, database }, maximumConnections: 1, applicationName: 'test setup' });
  const root = open('postgres');
  await sql`create database template_copydesk`.execute(root);
  await root.destroy();
  const template = open('template_copydesk');
  await migrate(template);
  await template.destroy();
}
