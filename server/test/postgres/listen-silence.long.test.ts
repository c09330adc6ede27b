import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { openListener, type Subscriber } from '../../src/postgres/listen.ts';
import { databaseProxy } from '../support/database-proxy.ts';
import { testDatabase } from '../support/database.ts';

test('a connection that went silent is replaced, and subscribers are asked to check for themselves', async () => {
  await using database = await testDatabase();
  const proxy = await databaseProxy(database.direct);
  const options = { connection: proxy.connection, applicationName: 'test listener', askEveryMilliseconds: 100 };
  const listener = openListener(options);
  await listener.ready;
  const subscriber = vi.fn<Subscriber>();
  listener.on('job_event', subscriber);
  proxy.hush();
  await vi.waitUntil(() => subscriber.mock.calls.length > 0, { timeout: 20_000 });
  await sql`select pg_notify('job_event', 'after')`.execute(database.db);
  await vi.waitUntil(() => subscriber.mock.calls.length > 1);
  expect(subscriber.mock.calls).toEqual([[undefined], ['after']]);
  await listener.close();
  await proxy[Symbol.asyncDispose]();
});

test('if no notification arrives, one warning is logged, and subscribers that people wait for are asked to check repeatedly', async () => {
  await using database = await testDatabase();
  const warn = vi.fn<(message: string) => void>();
  // As through a pooler: the notification is sent but never arrives.
  const options = { connection: database.direct, applicationName: 'test listener', notify: async () => {}, warn };
  const listener = openListener(options);
  await listener.ready;
  const [waited, polledAnyway] = [vi.fn<Subscriber>(), vi.fn<Subscriber>()];
  listener.on('job_event', waited);
  listener.on('webhook_due', polledAnyway);
  await vi.waitUntil(() => waited.mock.calls.length > 3, { timeout: 20_000 });
  expect(polledAnyway).not.toHaveBeenCalled();
  expect(warn.mock.calls).toEqual([[expect.stringContaining('DATABASE_DIRECT_URL')]]);
  await listener.close();
});
