import { isCopydeskError } from '@copydesk/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readBinaryRows } from '../../src/postgres/binary-rows.ts';
import { openDatabase } from '../../src/postgres/database.ts';
import type { Database } from '../../src/postgres/database.ts';
import { allowLong } from '../../src/postgres/statements/long-statements.ts';
import { databaseProxy } from '../support/database-proxy.ts';
import type { DatabaseProxy } from '../support/database-proxy.ts';
import { testDatabase } from '../support/database.ts';
import type { TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => (database = await testDatabase()));
afterAll(async () => await database[Symbol.asyncDispose]());

interface Rig extends AsyncDisposable {
  db: Database;
  proxy: DatabaseProxy;
}

async function rig(maximumConnections: number, statementSeconds = 1): Promise<Rig> {
  const proxy = await databaseProxy(database.connection);
  const limits = { statementSeconds, connectSeconds: 2, maximumConnections };
  const db = openDatabase({ connection: proxy.connection, ...limits, applicationName: 'silence' });
  return {
    db,
    proxy,
    async [Symbol.asyncDispose]() {
      await db.destroy();
      await proxy[Symbol.asyncDispose]();
    },
  };
}

const unavailable = expect.objectContaining({ code: 'database_unavailable' });

const answer = async (db: Database): Promise<unknown> => (await sql`select 1 as one`.execute(db)).rows[0];

const processId = async (db: Database): Promise<number | undefined> =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;

test('a statement on a connection that went silent fails, and the next statement gets a working connection', async () => {
  await using own = await rig(1);
  const { db, proxy } = own;
  await answer(db);
  proxy.hush();
  await expect(answer(db)).rejects.toEqual(unavailable);
  expect(await answer(db)).toEqual({ one: 1 });
});

test('after one statement fails on a silent connection, the other silent connections are replaced too', async () => {
  await using own = await rig(5);
  const { db, proxy } = own;
  await Promise.all(Array.from({ length: 5 }, () => sql`select pg_sleep(0.2)`.execute(db)));
  expect(proxy.made()).toBe(5);
  proxy.hush();
  await expect(answer(db)).rejects.toEqual(unavailable);
  for (let round = 0; round < 6; round += 1) expect(await answer(db)).toEqual({ one: 1 });
});

test('a transaction on a connection that went silent fails, and returns its connection to the pool', async () => {
  await using own = await rig(1);
  const { db, proxy } = own;
  const work = db.transaction().execute(async (transaction) => {
    await sql`select 1`.execute(transaction);
    proxy.hush();
    await sql`select 2`.execute(transaction);
  });
  await expect(work).rejects.toEqual(unavailable);
  expect(await answer(db)).toEqual({ one: 1 });
});

test('a binary read on a connection that went silent fails, and the next one succeeds', async () => {
  await using own = await rig(1);
  const { db, proxy } = own;
  await answer(db);
  proxy.hush();
  await expect(readBinaryRows(db, sql`select 1`)).rejects.toEqual(unavailable);
  expect(await readBinaryRows(db, sql`select 1`)).toHaveLength(1);
});

test('a server that accepts connections and stays silent is reported until it answers', async () => {
  await using own = await rig(1);
  const { db, proxy } = own;
  proxy.muteNew(true);
  await expect(answer(db)).rejects.toEqual(unavailable);
  proxy.muteNew(false);
  expect(await answer(db)).toEqual({ one: 1 });
});

test('connections that are reset are replaced', async () => {
  await using own = await rig(2);
  const { db, proxy } = own;
  await answer(db);
  proxy.reset();
  await vi.waitUntil(
    async () =>
      await answer(db).then(
        () => true,
        (error) => !isCopydeskError(error),
      ),
  );
  expect(await answer(db)).toEqual({ one: 1 });
});

test('a statement that takes too long is ended at the server, and its connection is kept', async () => {
  await using own = await rig(1);
  const { db } = own;
  const before = await processId(db);
  await expect(sql`select pg_sleep(3600)`.execute(db)).rejects.toThrow('within 1 seconds');
  expect(await processId(db)).toBe(before);
});

test('a long statement is allowed more time if its transaction permits that, and the next transaction has the general limit', async () => {
  await using own = await rig(1);
  const { db } = own;
  const work = db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = '500ms'`.execute(transaction);
    await allowLong(transaction, 60);
    await sql`select pg_sleep(3.5)`.execute(transaction);
    return 'done';
  });
  expect(await work).toBe('done');
  // The next transaction has the general limit again.
  await expect(db.transaction().execute((next) => sql`select pg_sleep(3600)`.execute(next))).rejects.toEqual(
    unavailable,
  );
});

test('a statement with more time fails if the server has finished it and the reply never arrives', async () => {
  await using own = await rig(1);
  const { db, proxy } = own;
  const work = db.transaction().execute(async (transaction) => {
    await allowLong(transaction, 3600);
    proxy.hush();
    await sql`select 1`.execute(transaction);
  });
  await expect(work).rejects.toEqual(unavailable);
  expect(await answer(db)).toEqual({ one: 1 });
});

test('a transaction whose client goes silent is ended by the server, with its locks', async () => {
  await using proxy = await databaseProxy(database.connection);
  const limits = { maximumConnections: 1, statementSeconds: 1, idleInTransactionSeconds: 0.5 };
  const db = openDatabase({ connection: proxy.connection, ...limits, applicationName: 'idle' });
  const begun = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const work = db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(4711)`.execute(transaction);
    begun.resolve();
    await over.promise;
  });
  await begun.promise;
  await sql`select pg_advisory_lock(4711), pg_advisory_unlock(4711)`.execute(database.db);
  over.resolve();
  await expect(work).rejects.toEqual(unavailable);
  await db.destroy();
});
