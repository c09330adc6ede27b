import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { badIdempotencyKeys, badJson } from '../support/prompt-cases.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

const good = { name: 'ci', scopes: ['agent:read'] };

test.each(badJson)('refuses a body of %s', async (_name, body) => {
  const headers = { 'content-type': 'application/json' };
  expectProblem(await api.send('POST', '/v1/keys', { body, headers }), 'invalid_json');
});

test.each([
  [[], ''],
  [{ scopes: ['agent:read'] }, '/name'],
  [{ ...good, name: '' }, '/name'],
  [{ ...good, name: ' \t' }, '/name'],
  [{ ...good, name: ' \u00a0 ' }, '/name'],
  [{ ...good, name: 'two\nlines' }, '/name'],
  [{ ...good, name: 'a\0b' }, '/name'],
  [{ ...good, name: '\ud800' }, '/name'],
  [{ ...good, name: 'x'.repeat(101) }, '/name'],
  [{ name: 'ci' }, '/scopes'],
  [{ ...good, scopes: [] }, '/scopes'],
  [{ ...good, scopes: 'admin' }, '/scopes'],
  [{ ...good, scopes: ['agent'] }, '/scopes/0'],
  [{ ...good, projectId: 7 }, '/projectId'],
  [{ ...good, expiresAt: 'soon' }, '/expiresAt'],
  [{ ...good, expiresAt: '2026-02-31' }, '/expiresAt'],
  [{ ...good, expiresAt: '2001-01-01' }, '/expiresAt'],
  [{ ...good, allowedAddresses: 'home' }, '/allowedAddresses'],
  [{ ...good, allowedAddresses: ['home'] }, '/allowedAddresses'],
  [{ ...good, allowedAddresses: ['192.0.2.0/33'] }, '/allowedAddresses'],
])('refuses %j', async (body, pointer) => {
  const { errors } = expectProblem(await api.send('POST', '/v1/keys', { body }), 'invalid_request');
  expect(errors.map((error) => error.pointer)).toContain(pointer);
});

test.each(badIdempotencyKeys)('refuses %s as an idempotency key', async (_name, key) => {
  const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') };
  expectProblem(await api.send('POST', '/v1/keys', { body: good, headers }), 'invalid_request');
});
