import { afterAll, beforeAll, expect, test } from 'vitest';
import { privateNetworks } from '../../../src/network/private-networks.ts';
import { secretBox } from '../../../src/secrets/box.ts';
import { httpConnections } from '../../../src/wiring/http-connections.ts';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { hostedProject } from '../support/connection.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

async function lookup(): Promise<never> {
  return await Promise.reject(new Error('ENOTFOUND'));
}

test('an API whose host nobody knows is told, and nothing is stored', async () => {
  const { db } = api;
  const box = secretBox(async () => Buffer.alloc(32, 7));
  const connections = httpConnections({ db, box, url: 'https://desk', allowed: privateNetworks([]), lookup });
  await using other = await startApi({ connections });
  const { path } = await hostedProject(other, 'https://git.example.com/acme/docs');
  const credential = { kind: 'token', token: 'a-token-of-a-test' };
  const body = { host: 'gitea', apiUrl: 'https://nowhere.example.com/api/v1', credential };
  const { detail } = expectProblem(await other.send('PUT', path, { body }), 'code_host_unreachable');
  expect(detail).toContain('nowhere.example.com');
});
