import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProblem, pathOf, startApi } from '../support/api.ts';
import type { PathIds, TestApi } from '../support/api.ts';
import { openDatabase } from '../../../src/postgres/database.ts';
import { everyRoute, goodBody } from '../support/endpoints.ts';
import { rawConnection } from '../support/raw.ts';

let api: TestApi;
let ids: Required<PathIds>;
let isDraining = false;
beforeAll(async () => {
  api = await startApi({ isDraining: () => isDraining });
  ids = await api.newIds();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test.each(everyRoute)('%s refuses while the process is about to stop', async (_name, endpoint) => {
  isDraining = true;
  const reply = await api.send(endpoint.method, pathOf(endpoint, ids), { body: goodBody(endpoint) });
  isDraining = false;
  expectProblem(reply, 'draining');
  expect(reply.headers.get('retry-after')).toBe('5');
});

describe('without a database', () => {
  let alone: TestApi;
  const away = { host: '127.0.0.1', port: 1, user: 'x', password: 'x', database: 'x' };
  const db = openDatabase({ connection: away, maximumConnections: 1, applicationName: 'test' });
  beforeAll(async () => {
    alone = await startApi({ db });
  });
  afterAll(async () => {
    await alone[Symbol.asyncDispose]();
    await db.destroy();
  });

  test.each(everyRoute)('%s refuses while it is unreachable', async (_name, endpoint) => {
    const reply = await alone.send(endpoint.method, pathOf(endpoint, ids), { body: goodBody(endpoint) });
    expectProblem(reply, 'database_unavailable');
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

test('requests beyond the capacity are refused', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
  await using server = await startApi({
    limits: { apiRequests: 1 },
    readDiff: async () => {
      enter();
      await held;
      return { baseCommit: null, headCommit: null, additions: 0, deletions: 0, files: [] };
    },
  });
  const slow = server.send('GET', `/v2/agent/${server.project.id}/job/${(await server.newJob()).id}/diff`);
  await entered;
  const path = `/v2/agent/${server.project.id}/job`;
  const refused = await server.send('POST', path, { body: { prompt: 'x' } });
  expectProblem(refused, 'overloaded');
  expect(refused.headers.get('retry-after')).toBe('1');
  expect((await server.send('GET', '/healthz', { key: null })).status).toBe(200);
  release();
  expect((await slow).status).toBe(200);
  expect((await server.send('POST', path, { body: { prompt: 'x' } })).status).toBe(201);
});

test('a request whose client disconnects keeps its place until its work ends, and no longer', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
  await using server = await startApi({
    limits: { apiRequests: 1 },
    readDiff: async () => {
      enter();
      await held;
      return { baseCommit: null, headCommit: null, additions: 0, deletions: 0, files: [] };
    },
  });
  const path = `/v2/agent/${server.project.id}/job`;
  using connection = await rawConnection(server.port);
  const authorization = `Authorization: Bearer ${server.adminKey}`;
  connection.send(`GET ${path}/${(await server.newJob()).id}/diff HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`);
  await entered;
  connection.socket.destroy();
  await connection.closed;
  for (let count = 0; count < 5; count += 1) expectProblem(await server.send('GET', `${path}s`), 'overloaded');
  release();
  await expect.poll(async () => (await server.send('GET', `${path}s`)).status).toBe(200);
});
