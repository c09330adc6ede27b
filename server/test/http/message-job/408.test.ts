import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { rawConnection } from '../support/raw.ts';

let api: TestApi;
let path: string;
beforeAll(async () => {
  api = await startApi({ limits: { bodyTimeoutMilliseconds: 200 } });
  path = `/v2/agent/${api.project.id}/job`;
  path = `${path}/${(await api.newJob()).id}/message`;
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('a body that arrives too slowly is aborted', async () => {
  using connection = await rawConnection(api.port);
  connection.send(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${api.adminKey}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 14\r\n\r\n{"pro',
  );
  const reply = await connection.reply();
  expect(reply.status).toBe(408);
  expect(JSON.parse(reply.body)).toMatchObject({ code: 'request_timeout' });
});
