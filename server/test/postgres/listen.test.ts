import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { openListener, type Subscriber } from '../../src/postgres/listen.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

function openTestListener({ direct: connection }: TestDatabase) {
  return openListener({ connection, applicationName: 'test listener' });
}

async function notify({ db }: TestDatabase, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db);
}

test('a subscriber gets the notifications of its channel only, until it ends the subscription', async () => {
  await using database = await testDatabase();
  const listener = openTestListener(database);
  await listener.ready;
  const subscriber = vi.fn<Subscriber>();
  const end = listener.on('job_event', subscriber);
  await notify(database, 'job_active', 'other');
  await notify(database, 'job_event', 'one');
  await vi.waitUntil(() => subscriber.mock.calls.length > 0);
  end();
  const witness = vi.fn<Subscriber>();
  listener.on('job_event', witness);
  await notify(database, 'job_event', 'two');
  await vi.waitUntil(() => witness.mock.calls.length > 0);
  expect(subscriber.mock.calls).toEqual([['one']]);
  await listener.close();
});

test('after a lost connection, subscribers are asked to check for themselves, and get notifications again', async () => {
  await using database = await testDatabase();
  const listener = openTestListener(database);
  await listener.ready;
  const subscriber = vi.fn<Subscriber>();
  listener.on('job_event', subscriber);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'test listener'
      and datname = current_database()`.execute(database.db);
  await vi.waitUntil(() => subscriber.mock.calls.length > 0, { timeout: 10_000 });
  await notify(database, 'job_event', 'after');
  await vi.waitUntil(() => subscriber.mock.calls.length > 1);
  expect(subscriber.mock.calls).toEqual([[undefined], ['after']]);
  await listener.close();
});

test('a listener that never reached its database can be closed', async () => {
  await using database = await testDatabase();
  const connection = { ...database.direct, host: '127.0.0.1', port: 1 };
  const listener = openListener({ connection, applicationName: 'test listener' });
  await listener.close();
  await expect(listener.ready).resolves.toBeUndefined();
});

test('a listener whose certificates cannot be read tries again, and ends no process', async () => {
  const url = 'postgres://127.0.0.1:1/nowhere?sslmode=verify-full&sslrootcert=/nowhere/ca.pem';
  const listener = openListener({ url, applicationName: 'test listener' });
  // A rejection that nobody handles would come after the next macrotask, and fail the run.
  await setTimeout(10);
  await expect(listener.close()).resolves.toBeUndefined();
});

test('if notifications arrive, no subscriber is asked to check', async () => {
  await using database = await testDatabase();
  const warn = vi.fn<(message: string) => void>();
  const sent = Promise.withResolvers<void>();
  const listener = openListener({
    connection: database.direct,
    applicationName: 'test listener',
    notify: async (channel, payload) => {
      await sql`select pg_notify(${channel}, ${payload})`.execute(database.db);
      sent.resolve();
    },
    warn,
  });
  await sent.promise;
  const subscriber = vi.fn<Subscriber>();
  listener.on('job_event', subscriber);
  await notify(database, 'job_event', 'one');
  await vi.waitUntil(() => subscriber.mock.calls.length > 0);
  expect(subscriber.mock.calls).toEqual([['one']]);
  expect(warn).not.toHaveBeenCalled();
  await listener.close();
});
