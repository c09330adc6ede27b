import { CreatedKey, KeyList } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

const countKeys = async () => (await api.db.selectFrom('api_key').select('id').execute()).length;

test('returns the key once, valid at once, and never again', async () => {
  const draft = { name: 'ci', scopes: ['agent:read', 'agent:read'], projectId: api.project.id };
  const body = { ...draft, expiresAt: '2099-01-01', allowedAddresses: ['127.0.0.0/8', '::1'] };
  const reply = await api.send('POST', '/v1/keys', { body });
  expect(reply.status).toBe(201);
  expect(reply.json).toEqual({
    id: expect.stringMatching(/^key_[0-9A-Za-z]{22}$/),
    name: 'ci',
    hint: expect.stringMatching(/^[0-9A-Za-z]{4}$/),
    test: false,
    state: 'valid',
    scopes: ['agent:read'],
    projectId: api.project.id,
    allowedAddresses: ['127.0.0.0/8', '::1/128'],
    createdAt: expect.stringMatching(/Z$/),
    createdBy: 'test',
    expiresAt: '2099-01-01T00:00:00.000Z',
    lastUsedAt: null,
    revokedAt: null,
    rotatedTo: null,
    key: expect.stringMatching(/^desk_[0-9A-Za-z]{49}$/),
  });
  const { key, ...shown } = CreatedKey.parse(reply.json);
  const path = `/v1/keys/${shown.id}`;
  expect(reply.headers.get('location')).toBe(`https://desk.example.com${path}`);
  expect((await api.send('GET', path)).json).toEqual(shown);
  expect((await api.send('GET', `/v2/agent/${api.project.id}/jobs`, { key })).status).toBe(200);
  expect((await api.send('GET', '/v1/keys')).text).not.toContain(key);
  expect(api.log.join('\n')).not.toContain(key?.slice(5));
});

test('a key for all projects and addresses expires in 90 days unless it is created without an end', async () => {
  const draft = { name: 'ci', scopes: ['admin'] };
  const usual = CreatedKey.parse((await api.send('POST', '/v1/keys', { body: draft })).json);
  expect(usual).toMatchObject({ projectId: null, allowedAddresses: null });
  const days = (Date.parse(usual.expiresAt ?? '') - Date.parse(usual.createdAt)) / 86_400_000;
  expect(days).toBe(90);
  const forEver = await api.send('POST', '/v1/keys', { body: { ...draft, expiresAt: null, allowedAddresses: [] } });
  expect(forEver.json).toMatchObject({ expiresAt: null, allowedAddresses: null });
});

test('a repeated request returns the same key’s record, without the secret', async () => {
  const headers = { 'idempotency-key': 'the-same' };
  const body = { name: 'ci', scopes: ['agent:read'] };
  const first = await api.send('POST', '/v1/keys', { body, headers });
  const before = await countKeys();
  const again = await api.send('POST', '/v1/keys', { body, headers });
  expect(await countKeys()).toBe(before);
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.json).toEqual({ ...CreatedKey.parse(first.json), key: null });
  expect(again.headers.get('location')).toBe(first.headers.get('location'));
});

test('two callers may use the same idempotency key', async () => {
  const headers = { 'idempotency-key': 'of-two' };
  const body = { name: 'ci', scopes: ['agent:read'] };
  const [one, other] = [await api.newKey(), await api.newKey()];
  const made = await api.send('POST', '/v1/keys', { body, headers, key: one });
  const madeToo = await api.send('POST', '/v1/keys', { body, headers, key: other });
  expect(CreatedKey.parse(madeToo.json).id).not.toBe(CreatedKey.parse(made.json).id);
});

test('ten concurrent requests with one idempotency key create one key', async () => {
  const before = await countKeys();
  const request = { body: { name: 'ci', scopes: ['agent:read'] }, headers: { 'idempotency-key': 'ten' } };
  const replies = await Promise.all(Array.from({ length: 10 }, () => api.send('POST', '/v1/keys', request)));
  expect(await countKeys()).toBe(before + 1);
  const shown = replies.map(({ json }) => CreatedKey.safeParse(json).data?.key).filter((key) => key != null);
  expect(shown).toHaveLength(1);
  for (const { status } of replies) expect([201, 409]).toContain(status);
});

test('a key of a project creates keys of that project', async () => {
  const key = await api.newKey({ projectId: api.project.id });
  const reply = await api.send('POST', '/v1/keys', { key, body: { name: 'ci', scopes: ['admin'] } });
  expect(reply.json).toMatchObject({ projectId: api.project.id });
});

test('the audit log records the creation once, without the secret', async () => {
  const headers = { 'idempotency-key': 'audited' };
  const body = { name: 'watched', scopes: ['ingest'] };
  const reply = await api.send('POST', '/v1/keys', { body, headers });
  await api.send('POST', '/v1/keys', { body, headers });
  const { id, key } = CreatedKey.parse(reply.json);
  const entries = await api.db.selectFrom('audit_entry').selectAll().where('subject_id', '=', id).execute();
  expect(entries).toMatchObject([
    { action: 'key.create', actor_kind: 'key', actor_name: 'test', address: '127.0.0.1', subject_name: 'watched' },
  ]);
  expect(JSON.stringify(entries)).not.toContain(key);
});

test('a test key shows the same project, and creates only test keys', async () => {
  const draft = { name: 'trial', scopes: ['admin'], projectId: api.project.id, test: true };
  const made = CreatedKey.parse((await api.send('POST', '/v1/keys', { body: draft })).json);
  expect(made).toMatchObject({ test: true, projectId: api.project.id });
  expect(made.key).toMatch(/^desk_test_[0-9A-Za-z]{49}$/);
  const key = made.key ?? '';
  expect((await api.send('GET', '/v1/me', { key })).json).toMatchObject({ test: true, scopes: ['admin'] });
  const body = { name: 'another', scopes: ['agent:read'], projectId: api.project.id };
  const another = CreatedKey.parse((await api.send('POST', '/v1/keys', { body, key })).json);
  expect(another).toMatchObject({ test: true, projectId: api.project.id });
  const seen = async (asked: string) =>
    KeyList.parse((await api.send('GET', '/v1/keys?limit=100', { key: asked })).json);
  expect((await seen(key)).keys.map(({ id }) => id)).toEqual([another.id, made.id]);
  expect((await seen(api.adminKey)).keys.filter(({ test: isTest }) => isTest).map(({ id }) => id)).toEqual([
    another.id,
    made.id,
  ]);
  expect((await api.send('DELETE', `/v1/keys/${made.id}`)).status).toBe(204);
  expect((await api.send('GET', '/v1/me', { key })).status).toBe(401);
});

test('a test key cannot read or revoke live keys', async () => {
  const draft = { name: 'trial', scopes: ['admin'], test: true };
  const { key } = CreatedKey.parse((await api.send('POST', '/v1/keys', { body: draft })).json);
  const live = CreatedKey.parse((await api.send('POST', '/v1/keys', { body: { name: 'ci', scopes: ['admin'] } })).json);
  for (const [method, path] of [
    ['GET', `/v1/keys/${live.id}`],
    ['DELETE', `/v1/keys/${live.id}`],
  ] as const) {
    expect((await api.send(method, path, { key: key ?? '' })).status).toBe(404);
  }
  expect((await api.send('GET', '/v1/me', { key: live.key ?? '' })).json).toMatchObject({ test: false });
});
