import { Problem } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { rawConnection } from '../support/raw.ts';
import type { RawReply } from '../support/raw.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test.each<[string, string, number, string]>([
  ['garbage', 'hello\r\n\r\n', 400, 'invalid_request'],
  ['a method that is none', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'invalid_request'],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    400,
    'invalid_request',
  ],
  ['a length that is none', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n', 400, 'invalid_request'],
  ['two hosts', 'GET /healthz HTTP/1.1\r\nHost: x\r\nhost: y\r\nConnection: close\r\n\r\n', 400, 'invalid_request'],
  [
    'two hosts, and a view of a browser',
    'POST /v1/collect/prj_x HTTP/1.1\r\nHost: x\r\nHost: x\r\nOrigin: https://x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    400,
    'invalid_request',
  ],
  ['too large headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ['too long an address', `GET /${'x'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, 'headers_too_large'],
])('%s gets a problem as its answer, and the connection closes', async (_name, bytes, status, code) => {
  using connection = await rawConnection(api.port);
  connection.send(bytes);
  const reply = await connection.reply();
  expect(reply.status).toBe(status);
  expect(reply.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(problemOf(reply)).toMatchObject({ code, status, requestId: reply.headers['x-request-id'] });
  await connection.closed;
});

test('a connection continues after a refusal whose body was small', async () => {
  using connection = await rawConnection(api.port);
  const post = `POST /v2/agent/prj_x/job HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n12345`;
  connection.send(post + post);
  for (let count = 0; count < 2; count += 1) {
    const reply = await connection.reply();
    expect(reply.status).toBe(401);
    expect(reply.headers.connection).toBe('keep-alive');
  }
});

test('the connection of an endless body is closed after the refusal', async () => {
  using connection = await rawConnection(api.port);
  connection.send('POST /v2/agent/prj_x/job HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
  const reply = await connection.reply();
  expect(reply).toMatchObject({ status: 401, headers: { connection: 'close' } });
  const chunk = `100000\r\n${' '.repeat(0x100000)}\r\n`;
  for (let count = 0; count < 20; count += 1) connection.send(chunk);
  await connection.closed;
});

test('a request whose body ends early has no effect', async () => {
  using connection = await rawConnection(api.port);
  const path = `/v2/agent/${api.project.id}/job`;
  connection.send(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.adminKey}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"prompt":"x"}',
  );
  connection.socket.end();
  await connection.closed;
  expect((await api.send('GET', path.replace('job', 'jobs'))).json).toMatchObject({ jobs: [] });
  expect(api.log.filter((line) => line.includes('because of a bug'))).toEqual([]);
});

function problemOf(reply: RawReply): Problem {
  return Problem.parse(JSON.parse(reply.body));
}
