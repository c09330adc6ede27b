import { ApiKey, CreatedKey } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';

const minute = 60_000;

test('the new key has the settings of the old one, which stays valid for an hour', async () => {
  let now = Date.now();
  await using api = await startApi({ now: () => new Date(now) });
  const draft = { name: 'ci', scopes: ['agent:read', 'ingest'], projectId: api.project.id };
  const expiresAt = new Date(now + 10 * 24 * 60 * minute).toISOString();
  const body = { ...draft, expiresAt, allowedAddresses: ['127.0.0.0/8'] };
  const old = CreatedKey.parse((await api.send('POST', '/v1/keys', { body })).json);
  now += minute;
  const reply = await api.send('POST', `/v1/keys/${old.id}/rotate`);
  expect(reply.status).toBe(201);
  const fresh = CreatedKey.parse(reply.json);
  expect(reply.headers.get('location')).toBe(`https://desk.example.com/v1/keys/${fresh.id}`);
  expect(fresh.id).not.toBe(old.id);
  expect(fresh).toMatchObject({ ...draft, allowedAddresses: ['127.0.0.0/8'], state: 'valid', rotatedTo: null });
  expect(fresh.expiresAt).toBe(new Date(Date.parse(expiresAt) + minute).toISOString());
  const before = ApiKey.parse((await api.send('GET', `/v1/keys/${old.id}`)).json);
  expect(before).toMatchObject({ rotatedTo: fresh.id, expiresAt: new Date(now + 60 * minute).toISOString() });

  const jobs = `/v2/agent/${api.project.id}/jobs`;
  for (const { key } of [old, fresh]) expect((await api.send('GET', jobs, { key })).status).toBe(200);
  now += 61 * minute;
  expectProblem(await api.send('GET', jobs, { key: old.key }), 'invalid_token');
  expect((await api.send('GET', jobs, { key: fresh.key })).status).toBe(200);
});

test('rotating a key without an end gives one without an end; a key that ends within the hour keeps its end', async () => {
  await using api = await startApi();
  const make = async (expiresAt: string | null) => {
    const reply = await api.send('POST', '/v1/keys', { body: { name: 'ci', scopes: ['agent:read'], expiresAt } });
    return CreatedKey.parse(reply.json);
  };
  const forEver = await make(null);
  expect((await api.send('POST', `/v1/keys/${forEver.id}/rotate`)).json).toMatchObject({ expiresAt: null });
  const soon = await make(new Date(Date.now() + 5 * minute).toISOString());
  await api.send('POST', `/v1/keys/${soon.id}/rotate`);
  expect((await api.send('GET', `/v1/keys/${soon.id}`)).json).toMatchObject({ expiresAt: soon.expiresAt });
});

test('is in the audit log', async () => {
  await using api = await startApi();
  const { keyId } = await api.newIds();
  const fresh = CreatedKey.parse((await api.send('POST', `/v1/keys/${keyId}/rotate`)).json);
  const entries = await api.db.selectFrom('audit_entry').selectAll().where('subject_id', '=', keyId).execute();
  expect(entries).toMatchObject([{ action: 'key.rotate', detail: { rotatedTo: fresh.id } }]);
  expect(JSON.stringify(entries)).not.toContain(fresh.key);
});
