import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { HttpPlugin } from '../../../src/http/services.ts';
import { takeForms } from '../../../src/http/session/form.ts';
import { expectProblem, startApi } from '../support/api.ts';
import type { Reply, TestApi } from '../support/api.ts';
import { siteOrigin } from '../support/collector.ts';
import { rawConnection } from '../support/raw.ts';

let api: TestApi;
let project: string;
let otherKey: string;
beforeAll(async () => {
  // This test is not about the number of requests per minute from one address.
  const plenty = { limits: { hostWebhooksPerMinute: 100_000 }, views: { collectPerMinute: 100_000 } };
  api = await startApi({ ...plenty, plugins: [forms] });
  project = api.project.id;
  otherKey = await api.newKey({ name: 'other' });
  await api.db
    .updateTable('project')
    .set({ origins: [siteOrigin] })
    .where('id', '=', project)
    .execute();
});
afterAll(async () => await api[Symbol.asyncDispose]());

const json = 'Content-Type: application/json\r\n';

test.each<[string, () => string]>([
  ['forms', () => head('/form', 'Content-Type: application/x-www-form-urlencoded\r\n', 100)],
  ['webhooks of code hosts', () => head(`/v1/code-host/${project}/webhook`, json, 10_000_000)],
  ['jobs', () => head(`/v2/agent/${project}/job`, `${json}Authorization: Bearer ${otherKey}\r\n`, 100)],
  ['views of browsers', () => head(`/v1/collect/${project}`, `${json}Origin: ${siteOrigin}\r\n`, 200_000)],
  ['views with a key', () => head(`/v1/collect/${project}`, `${json}Authorization: Bearer ${otherKey}\r\n`, 8_000_000)],
  ['requests that are refused', () => head('/v2/agent/prj_x/job', json, 100)],
  ['requests whose heads do not end', () => 'POST /form HTTP/1.1\r\nHost: x\r\nX: '],
])('600 bodies of %s that never arrive do not block other clients', async (_name, bytes) => {
  const sockets = await openAll(600, bytes());
  // A burst of 600 exceeds the requests that one address may have in progress, until the server sees that no data
  // comes.
  await expect.poll(async () => (await everything()).map(({ status }) => status), { timeout: 10_000 }).toEqual(good);
  for (let count = 0; count < 3; count += 1) expect((await everything()).map(({ status }) => status)).toEqual(good);
  for (const socket of sockets) socket.destroy();
});

test('a body may take longer than the time for small ones, as long as it keeps coming', async () => {
  await using quick = await startApi({ limits: { bodyTimeoutMilliseconds: 1_000, leastBytesPerSecond: 500 } });
  using connection = await rawConnection(quick.port);
  const body = JSON.stringify({ prompt: 'x'.repeat(3_000) });
  const request = head(
    `/v2/agent/${quick.project.id}/job`,
    `${json}Authorization: Bearer ${quick.adminKey}\r\n`,
    body.length,
  );
  connection.send(request + body.slice(0, 2_000));
  await new Promise((resolve) => setTimeout(resolve, 1_300));
  connection.send(body.slice(2_000));
  expect((await connection.reply()).status).toBe(201);
});

test('a form that arrives too slowly is aborted', async () => {
  await using strict = await startApi({ plugins: [forms], limits: { bodyTimeoutMilliseconds: 200 } });
  using connection = await rawConnection(strict.port);
  connection.send(`${head('/form', 'Content-Type: application/x-www-form-urlencoded\r\n', 100)}key=`);
  expect((await connection.reply()).status).toBe(408);
});

test('a form of thousands of fields is refused', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = Array.from({ length: 5_000 }, (_, index) => `${index * 32_768}=`).join('&');
  expect((await api.send('POST', '/form', { key: null, headers, body })).json).toMatchObject({
    code: 'invalid_request',
  });
  const few = await api.send('POST', '/form', { key: null, headers, body: 'a=1&b=2&a=3' });
  expect(few.json).toEqual({ sent: { a: '3', b: '2' } });
});

test('requests beyond one caller’s limit are refused, and others are served', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let entered = 0;
  await using busy = await startApi({
    limits: { apiRequests: 4 },
    readDiff: async () => {
      entered += 1;
      await held;
      return { baseCommit: null, headCommit: null, additions: 0, deletions: 0, files: [] };
    },
  });
  const path = `/v2/agent/${busy.project.id}/job/${(await busy.newJob()).id}/diff`;
  const slow = [busy.send('GET', path), busy.send('GET', path)];
  await expect.poll(() => entered).toBe(2);
  expectProblem(await busy.send('GET', path), 'overloaded');
  release();
  for (const reply of await Promise.all(slow)) expect(reply.status).toBe(200);
});

/** A page with a form, like those of the desk. */
const forms: HttpPlugin = (app, { limits }) => {
  takeForms(app, limits);
  app.get('/form', async () => 'a page');
  app.post('/form', async (request) => ({ sent: request.body }));
};

const good = [200, 201, 200, 200, 202, 202, 202];

/** Sends what other clients send meanwhile, from the same address: nobody is refused. */
async function everything(): Promise<Reply[]> {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const typed = { 'content-type': 'application/json' };
  return await Promise.all([
    api.send('GET', `/v2/agent/${project}/jobs`),
    api.send('POST', `/v2/agent/${project}/job`, { body: { prompt: 'Fix broken links' } }),
    api.send('GET', '/form', { key: null }),
    api.send('POST', '/form', { key: null, headers: form, body: 'key=x' }),
    api.send('POST', `/v1/code-host/${project}/webhook`, { key: null, headers: typed, body: '{}' }),
    api.send('POST', `/v1/collect/${project}`, {
      key: null,
      headers: { origin: siteOrigin, 'content-type': 'text/plain' },
      body: '{"path":"/a"}',
    }),
    api.send('POST', `/v1/collect/${project}`, { body: [{ path: '/a' }] }),
  ]);
}

async function openAll(count: number, bytes: string): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(api.port, '127.0.0.1'));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(sockets.map(async (socket) => await once(socket, 'connect')));
  // The server closes the connections of requests that it refuses at once; the resulting errors do not matter here.
  for (const socket of sockets) socket.on('error', () => {}).write(bytes);
  return sockets;
}

function head(path: string, headers: string, length: number): string {
  return `POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}Content-Length: ${length}\r\n\r\n`;
}
