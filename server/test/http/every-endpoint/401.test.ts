import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, pathOf, startApi } from '../support/api.ts';
import type { PathIds, TestApi } from '../support/api.ts';
import { absentProjectId, everyEndpoint } from '../support/endpoints.ts';
import { rawConnection } from '../support/raw.ts';

let api: TestApi;
let ids: Required<PathIds>;
let invalid: string[];
beforeAll(async () => {
  api = await startApi();
  ids = await api.newIds();
  invalid = await invalidKeys();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test.each(everyEndpoint)(
  '%s refuses a request without credentials, or with those of another scheme',
  async (_name, endpoint) => {
    const path = pathOf(endpoint, ids);
    for (const authorization of [undefined, 'Basic ZGVzazpkZXNr', api.adminKey, 'Bearer', 'Token x']) {
      const reply = await api.send(endpoint.method, path, {
        key: null,
        headers: authorization ? { authorization } : {},
      });
      const code = authorization === 'Bearer' ? 'invalid_token' : 'credentials_required';
      expectProblem(reply, code);
      const challenge = code === 'invalid_token' ? 'Bearer error="invalid_token"' : 'Bearer';
      expect(reply.headers.get('www-authenticate')).toBe(challenge);
    }
  },
);

test.each(everyEndpoint)('%s refuses an invalid key', async (_name, endpoint) => {
  for (const key of invalid) {
    const reply = await api.send(endpoint.method, pathOf(endpoint, ids), { key });
    expectProblem(reply, 'invalid_token');
    expect(reply.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
  }
});

test.each(everyEndpoint)('%s checks the key before the rest of the request', async (_name, endpoint) => {
  const path = `${pathOf(endpoint, { projectId: absentProjectId, jobId: 'job_x' })}?limit=x&limit=y`;
  const body = endpoint.method === 'POST' ? 'x'.repeat(300_000) : undefined;
  const headers = { 'content-type': 'garbage', 'idempotency-key': 'a b' };
  expectProblem(await api.send(endpoint.method, path, { key: 'desk_x', body, headers }), 'invalid_token');
});

test('the scheme may be written in any case', async () => {
  const headers = { authorization: `bEARER ${api.adminKey}` };
  expect((await api.send('GET', `/v2/agent/${ids.projectId}/jobs`, { key: null, headers })).status).toBe(200);
});

test('two Authorization headers are refused, even if both are valid', async () => {
  using connection = await rawConnection(api.port);
  const header = `Authorization: Bearer ${api.adminKey}\r\n`;
  connection.send(`GET /v2/agent/${ids.projectId}/jobs HTTP/1.1\r\nHost: localhost\r\n${header}${header}\r\n`);
  expect(await connection.reply()).toMatchObject({ status: 401 });
});

test('a request with an invalid key is refused without waiting for its body', async () => {
  using connection = await rawConnection(api.port);
  connection.send(
    `POST /v2/agent/${ids.projectId}/job HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer desk_x\r\n` +
      'Content-Type: application/json\r\nContent-Length: 999999999\r\nExpect: 100-continue\r\n\r\n',
  );
  const received = await connection.until((text) => text.includes('\r\n\r\n'));
  expect(received).toMatch(/^HTTP\/1\.1 401 /);
  expect(received).toMatch(/^connection: close/im);
});

test('no key is ever written to the log', async () => {
  await api.send('GET', `/v2/agent/${ids.projectId}/jobs?key=${api.adminKey}`);
  expect(api.log.length).toBeGreaterThan(0);
  expect(api.log.join('\n')).not.toContain(api.adminKey.slice(5, 20));
});

async function invalidKeys(): Promise<string[]> {
  const { adminKey, db } = api;
  const expired = await api.newKey({ name: 'expired' });
  const revoked = await api.newKey({ name: 'revoked' });
  await db.updateTable('api_key').set({ expires_at: new Date() }).where('name', '=', 'expired').execute();
  await db.updateTable('api_key').set({ revoked_at: new Date() }).where('name', '=', 'revoked').execute();
  const flipped = adminKey.slice(0, -1) + (adminKey.endsWith('0') ? '1' : '0');
  const two = `${adminKey}, Bearer ${adminKey}`;
  return ['x', 'desk_', `desk_${'0'.repeat(49)}`, flipped, expired, revoked, two, `${adminKey}\u00e9`];
}
