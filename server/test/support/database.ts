import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { type Connection, connectionUrl } from '../../src/postgres/connection.ts';
import { type Database, type OnPool, openDatabase } from '../../src/postgres/database.ts';
import type { ListenerOptions } from '../../src/postgres/listen.ts';
import { cloneTemplate, dropOnNodes } from './citus.ts';
import { restoreDatabase } from './restore-database.ts';

export interface TestDatabase extends AsyncDisposable {
  db: Database;
  connection: Connection;
  /** A connection past the pooler, where tests go through one: a listener needs a session of its own. */
  direct: Connection;
  url: string;
}

/** A database with the pool that its tests share. */
interface OpenDatabase {
  name: string;
  db: Database;
  connection: Connection;
  /** Whether no statement runs in the pool, and none waits. */
  isIdle: () => boolean;
}

/**
 * A migrated database for one test: `await using test = await testDatabase()`, or dispose of it in `afterAll`.
 * Disposing throws when something still has a connection to it. It is cloned from the template, or is the one of an
 * earlier test of this process, restored: to create, connect to and drop a database takes a tenth of a second of a
 * processor, to restore one a tenth of that.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const open = kept().spare.pop() ?? (await cloneDatabase());
  return {
    // Another object of the same pool: the product caches by it what it has read from a database.
    db: open.db.withoutPlugins(),
    connection: open.connection,
    direct: { ...serverOfTests(), database: open.name },
    url: connectionUrl(open.connection),
    [Symbol.asyncDispose]: () => giveBack(open),
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

/** What a process keeps for its next test, whichever file it is in. */
interface Kept {
  /** Creates and drops databases, and sees who is connected. */
  root?: Database;
  spare: OpenDatabase[];
}

const place = Symbol.for('copydesk.test.databases');

function kept(): Kept {
  const of = (Reflect.get(globalThis, place) as Kept | undefined) ?? { spare: [] };
  Reflect.set(globalThis, place, of);
  return of;
}

function root(): Database {
  return (kept().root ??= openDatabase({
    connection: serverOfTests(),
    maximumConnections: 1,
    applicationName: 'root of tests',
  }));
}

/** Each keeps its connections. */
const mostSpare = 3;

/** Returns the URL of a migrated database for processes that may outlive their test: it is dropped with the run. */
export async function databaseOfRun(): Promise<string> {
  return connectionUrl({ ...(inject('pooler') ?? serverOfTests()), database: await cloneTemplateOfRun() });
}

async function cloneDatabase(): Promise<OpenDatabase> {
  const name = await cloneTemplateOfRun();
  const connection = { ...(inject('pooler') ?? serverOfTests()), database: name };
  let readPool = emptyPool;
  const onPool: OnPool = (_, read) => (readPool = read);
  const db = openDatabase({ connection, maximumConnections: 10, applicationName: poolName, onPool });
  const isIdle = () => readPool().total === readPool().idle && readPool().waiting === 0;
  return { name, db, connection, isIdle };
}

/** Returns the name of the copy. */
async function cloneTemplateOfRun(): Promise<string> {
  const cluster = inject('cluster');
  const template = inject('template');
  const name = `test_${template}_${randomBytes(4).toString('hex')}`;
  if (cluster !== undefined) await cloneTemplate(cluster, name);
  else {
    const strategy = sql.raw(inject('copyStrategy'));
    await sql`create database ${sql.id(name)} template ${sql.id(template)} strategy ${strategy}`.execute(root());
  }
  return name;
}

const poolName = 'pool of tests';

const emptyPool: Parameters<OnPool>[1] = () => ({ total: 0, idle: 0, waiting: 0 });

function serverOfTests(): Connection {
  return inject('cluster')?.coordinator ?? inject('postgres');
}

/** Keeps a database for the next test if it can be restored, and drops it otherwise. */
async function giveBack(open: OpenDatabase): Promise<void> {
  const left = await connectionsLeft(open);
  if (left.length === 0 && (await isRestored(open))) {
    kept().spare.push(open);
    return;
  }
  await open.db.destroy();
  await dropDatabase(open.name);
  if (left.length > 0) throw new Error(`Connections to the test's database were left open: ${left.join('; ')}`);
}

async function isRestored({ db }: OpenDatabase): Promise<boolean> {
  if (inject('pooler') !== undefined || inject('cluster') !== undefined) return false;
  if (kept().spare.length >= mostSpare) return false;
  // A test may have closed the pool.
  return await restoreDatabase(db, inject('freshContent')).catch(() => false);
}

async function dropDatabase(name: string): Promise<void> {
  const cluster = inject('cluster');
  if (cluster !== undefined) return await dropOnNodes(cluster, name);
  await sql`drop database ${sql.id(name)} with (force)`.execute(root());
}

/**
 * Returns what is still at work after a second: a backend ends a moment after its client has closed. PostgreSQL's own
 * processes are no clients: autovacuum may visit the database for longer than that.
 */
async function connectionsLeft(open: OpenDatabase): Promise<string[]> {
  // A pooler keeps connections whose clients have disconnected.
  if (inject('pooler') !== undefined) return [];
  let left: string[] = [];
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const { rows } = await sql<{ who: string }>`
      select concat(application_name, ': ', left(query, 100)) as who from pg_stat_activity
      where datname = ${open.name} and backend_type = 'client backend' and application_name <> ${poolName}
        and application_name not like 'Citus %' and application_name not like 'citus_%'
    `.execute(root());
    left = [...rows.map(({ who }) => who), ...(open.isIdle() ? [] : [`${poolName}: a statement or a transaction`])];
    if (left.length === 0) break;
    await setTimeout(20);
  }
  return left;
}
