import { CopydeskError } from '@copydesk/contract';
import { expect, test } from 'vitest';
import type { ViewStore } from '../../../src/analytics/store/arrival.ts';
import { openDatabase } from '../../../src/postgres/database.ts';
import { expectProblem, startApi } from '../support/api.ts';
import { siteOrigin, startCollector } from '../support/collector.ts';
import { rawConnection } from '../support/raw.ts';

/** A store that holds what arrives until it is released. */
function holdingStore(): ViewStore & { release: () => void; held: () => number } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let held = 0;
  return {
    held: () => held,
    release: resolve,
    async write({ views }) {
      held += 1;
      await promise;
      return { accepted: views.length, duplicates: 0 };
    },
    isFilling: () => false,
    hasEnough: () => false,
    refused: () => {},
    close: async () => {},
  };
}

test('a thousand concurrent requests of browsers wait, while other requests are answered', async () => {
  const store = holdingStore();
  await using collector = await startCollector({ views: { store, collectPerMinute: 10_000 } });
  const sent = Array.from({ length: 1_000 }, async () => await collector.sendFromBrowser({ path: '/a' }));
  await expect.poll(store.held, { timeout: 30_000 }).toBe(1_000);
  const jobs = await collector.api.send('GET', `/v2/agent/${collector.api.project.id}/jobs`);
  expect(jobs.status).toBe(200);
  store.release();
  const replies = await Promise.all(sent);
  expect(replies.filter(({ status }) => status === 202)).toHaveLength(1_000);
});

test('the number of waiting requests is bounded, and later ones are accepted again', async () => {
  const store = holdingStore();
  await using collector = await startCollector({ views: { store }, limits: { collectRequests: 2, shareOfOne: 1 } });
  const sent = [collector.sendFromBrowser({ path: '/a' }), collector.sendFromBrowser({ path: '/a' })];
  await expect.poll(store.held).toBe(2);
  const refused = await collector.sendFromBrowser({ path: '/a' });
  expectProblem(refused, 'overloaded');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  store.release();
  for (const reply of await Promise.all(sent)) expect(reply.status).toBe(202);
  expect((await collector.sendFromBrowser({ path: '/a' })).status).toBe(202);
});

test('the bytes of waiting requests are bounded', async () => {
  const store = holdingStore();
  await using collector = await startCollector({ views: { store }, limits: { collectBytesInFlight: 1_000 } });
  const large = { path: `/${'x'.repeat(700)}` };
  const sent = collector.sendWithKey(large);
  await expect.poll(store.held).toBe(1);
  expectProblem(await collector.sendWithKey(large), 'overloaded');
  const small = collector.sendWithKey({ path: '/a' });
  await expect.poll(store.held).toBe(2);
  store.release();
  for (const reply of await Promise.all([sent, small, sent])) expect(reply.status).toBe(202);
  expect((await collector.sendWithKey(large)).status).toBe(202);
});

test('a request that the store cannot take gets a time to retry', async () => {
  const store: ViewStore = {
    write: async () => {
      throw new CopydeskError('overloaded', 'More views arrive than can be stored.', { retryAfterSeconds: 2 });
    },
    isFilling: () => false,
    hasEnough: () => false,
    refused: () => {},
    close: async () => {},
  };
  await using collector = await startCollector({ views: { store } });
  const reply = await collector.sendFromBrowser({ path: '/a' });
  expectProblem(reply, 'overloaded');
  expect(reply.headers.get('retry-after')).toBe('2');
  expect(reply.headers.get('access-control-allow-origin')).not.toBeNull();
});

test('a browser, too, gets the error if the server stops or has no database', async () => {
  let isDraining = true;
  const away = { host: '127.0.0.1', port: 1, user: 'x', password: 'x', database: 'x' };
  const db = openDatabase({ connection: away, maximumConnections: 1, applicationName: 'test' });
  await using collector = await startCollector({ isDraining: () => isDraining });
  const draining = await collector.sendFromBrowser({ path: '/a' });
  expectProblem(draining, 'draining');
  expect(draining.headers.get('retry-after')).toBe('5');
  isDraining = false;
  await using other = await startApi({ db });
  const headers = { origin: siteOrigin, 'content-type': 'text/plain' };
  const options = { key: null, headers, body: '{"path":"/a"}' };
  expectProblem(await other.send('POST', collector.path, options), 'database_unavailable');
  await db.destroy();
});

test('a browser that disconnects within its body takes no place', async () => {
  await using collector = await startCollector({ limits: { collectRequests: 1 } });
  for (let count = 0; count < 3; count += 1) {
    using connection = await rawConnection(collector.api.port);
    connection.send(
      `POST ${collector.path} HTTP/1.1\r\nHost: localhost\r\nOrigin: ${siteOrigin}\r\n` +
        'Content-Type: text/plain\r\nContent-Length: 100\r\n\r\n{"pa',
    );
    connection.socket.destroySoon();
    await connection.closed;
  }
  await expect.poll(async () => (await collector.sendFromBrowser({ path: '/a' })).status).toBe(202);
});

test('while the store’s queue is filling, requests are refused before they are read, with a key or without', async () => {
  let isFilling = true;
  const store = { ...holdingStore(), isFilling: () => isFilling };
  store.release();
  await using collector = await startCollector({ views: { store } });
  const refused = [await collector.sendFromBrowser({ path: '/a' }), await collector.sendWithKey({ path: '/a' })];
  for (const reply of refused) {
    expectProblem(reply, 'overloaded');
    expect(reply.headers.get('retry-after')).toBe('2');
  }
  const long = [{ path: '/a', headers: { accept: 'x'.repeat(300_000) } }];
  expectProblem(await collector.sendWithKey(long), 'overloaded');
  expect(store.held()).toBe(0);
  isFilling = false;
  expect((await collector.sendFromBrowser({ path: '/a' })).status).toBe(202);
  expect((await collector.sendWithKey({ path: '/a' })).status).toBe(202);
});

test('while the store has enough to do, requests wait, and they continue when it has capacity', async () => {
  let hasEnough = true;
  const store = { ...holdingStore(), hasEnough: () => hasEnough };
  store.release();
  await using collector = await startCollector({ views: { store } });
  const sent = [collector.sendFromBrowser({ path: '/a' }), collector.sendWithKey({ path: '/a' })];
  const jobs = await collector.api.send('GET', `/v2/agent/${collector.api.project.id}/jobs`);
  expect(jobs.status).toBe(200);
  expect(store.held()).toBe(0);
  hasEnough = false;
  for (const reply of await Promise.all(sent)) expect(reply.status).toBe(202);
});

test('a new request is refused while others have waited long, and those are accepted', async () => {
  let hasEnough = true;
  const store = { ...holdingStore(), hasEnough: () => hasEnough };
  store.release();
  await using collector = await startCollector({ views: { store } });
  const statuses: number[] = [];
  const send = async (): Promise<void> => void statuses.push((await collector.sendWithKey({ path: '/a' })).status);
  const sent = [send()];
  await expect.poll(() => sent.push(send()) > 0 && statuses, { timeout: 20_000 }).toContain(503);
  expect(statuses).not.toContain(202);
  hasEnough = false;
  await Promise.all(sent);
  expect(statuses).toContain(202);
});
