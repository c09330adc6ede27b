import { finished } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HttpPlugin } from '../../../src/http/services.ts';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { rawConnection } from '../support/raw.ts';

let api: TestApi;
beforeAll(async () => (api = await startApi({ plugins: [swallowsAnything] })));
afterAll(async () => await api[Symbol.asyncDispose]());

/** Passes bodies on as they arrive, as git over HTTP does. */
const swallowsAnything: HttpPlugin = (app) => {
  app.addContentTypeParser('*', async () => undefined);
  app.post('/swallow', async (request) => {
    await finished(request.raw.resume());
    return 'swallowed';
  });
};

/** Returns so many chunks of one byte each. */
const tinyChunks = (count: number) => '1\r\n \r\n'.repeat(count);

const routes: [string, string, () => string][] = [
  ['a route that reads its body whole', 'application/json', () => `/v2/agent/${api.project.id}/job`],
  ['one that takes views without a key', 'application/json', () => `/v1/collect/${api.project.id}`],
  ['one that hands its body on', 'text/plain', () => '/swallow'],
];

const head = (path: string, type: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.adminKey}\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`;

test.each(routes)(
  '%s refuses a body that arrives byte by byte, and closes the connection',
  async (_name, type, path) => {
    using connection = await rawConnection(api.port);
    connection.send(head(path(), type) + tinyChunks(5_000));
    const { status, body } = await connection.reply();
    expect({ status, ...JSON.parse(body) }).toMatchObject({
      status: 400,
      code: 'invalid_request',
      detail: 'The body comes in too many small chunks. Send larger ones: of 64 bytes or more on average.',
    });
    await connection.closed;
  },
);

test('4,000 chunks of one byte are read like any other body', async () => {
  using connection = await rawConnection(api.port);
  connection.send(
    `${head(`/v2/agent/${api.project.id}/job`, 'application/json')}${tinyChunks(4_000)}2\r\n{}\r\n0\r\n\r\n`,
  );
  expect(await connection.reply()).toMatchObject({ status: 400, body: expect.stringContaining('"pointer":"/prompt"') });
});

test('20,000 chunks of 100 bytes are read like any other body', async () => {
  using connection = await rawConnection(api.port);
  const chunks = `64\r\n${'x'.repeat(100)}\r\n`.repeat(20_000);
  connection.send(`${head('/swallow', 'text/plain')}${chunks}0\r\n\r\n`);
  expect(await connection.reply()).toMatchObject({ status: 200, body: 'swallowed' });
});
