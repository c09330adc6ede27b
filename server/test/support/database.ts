import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { type Connection, connectionUrl } from '../../src/postgres/connection.ts';
import { type Database, openDatabase } from '../../src/postgres/database.ts';
import type { ListenerOptions } from '../../src/postgres/listen.ts';
import { cloneTemplate, dropOnNodes } from './citus.ts';
import { onDatabase } from './on-database.ts';

export interface TestDatabase extends AsyncDisposable {
  db: Database;
  connection: Connection;
  /** A connection past the pooler, where tests go through one: a listener needs a session of its own. */
  direct: Connection;
  url: string;
}

/**
 * A migrated database for one test, cloned from the template: `await using test = await testDatabase()`, or dispose of
 * it in `afterAll`. Disposing drops it, and throws when something still has a connection to it.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const cluster = inject('cluster');
  const server = cluster?.coordinator ?? inject('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  if (cluster !== undefined) await cloneTemplate(cluster, name);
  else {
    const template = sql.id(inject('template'));
    const strategy = sql.raw(inject('copyStrategy'));
    await onDatabase(server, (root) =>
      sql`create database ${sql.id(name)} template ${template} strategy ${strategy}`.execute(root),
    );
  }
  const pooler = inject('pooler');
  const connection = { ...(pooler ?? server), database: name };
  const db = openDatabase({ connection, maximumConnections: 10, applicationName: 'test' });
  return {
    db,
    connection,
    direct: { ...server, database: name },
    url: connectionUrl(connection),
    async [Symbol.asyncDispose]() {
      await db.destroy();
      const left = await onDatabase(server, async (root) => {
        // A pooler keeps connections whose clients have disconnected.
        const found = pooler ? [] : await connectionsLeft(root, name);
        if (cluster === undefined) await sql`drop database ${sql.id(name)} with (force)`.execute(root);
        return found;
      });
      if (cluster !== undefined) await dropOnNodes(cluster, name);
      if (left.length > 0) throw new Error(`Connections to the test's database were left open: ${left.join('; ')}`);
    },
  };
}

/**
 * Options as the product uses them to listen: it finds out whether notifications arrive, and works without them behind
 * a pooler.
 */
export function listenerOptions({ db, connection }: TestDatabase): ListenerOptions {
  return {
    connection,
    applicationName: 'test listener',
    notify: async (channel, payload) => await sql`select pg_notify(${channel}, ${payload})`.execute(db),
  };
}

/**
 * Returns which clients are still connected after a second: a backend ends a moment after its client has closed.
 * PostgreSQL's own processes are no clients: autovacuum may visit the database for longer than that.
 */
async function connectionsLeft(db: Database, name: string): Promise<string[]> {
  let left: string[] = [];
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const { rows } = await sql<{ who: string }>`
      select concat(application_name, ': ', left(query, 100)) as who from pg_stat_activity
      where datname = ${name} and backend_type = 'client backend'
        and application_name not like 'Citus %' and application_name not like 'citus_%'
    `.execute(db);
    left = rows.map(({ who }) => who);
    if (left.length === 0) break;
    await setTimeout(20);
  }
  return left;
}
