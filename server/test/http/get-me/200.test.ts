import { createPerson } from '../../../src/people/people.ts';
import { createSession } from '../../../src/people/sessions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('a key can read its own scopes and settings, whatever its scopes', async () => {
  const expiresAt = new Date('2099-01-01T00:00:00Z');
  const projectId = api.project.id;
  const key = await api.newKey({ name: 'counter', scopes: ['ingest'], projectId, expiresAt });
  expect((await api.send('GET', '/v1/me', { key })).json).toEqual({
    kind: 'key',
    id: expect.stringMatching(/^key_/),
    name: 'counter',
    role: null,
    email: null,
    hasPassword: false,
    scopes: ['ingest'],
    organisation: { id: 'org_one', name: 'org_one' },
    project: { id: projectId, name: 'Docs' },
    test: false,
    expiresAt: expiresAt.toISOString(),
  });
  const forever = await api.newKey({ expiresAt: null });
  expect((await api.send('GET', '/v1/me', { key: forever })).json).toMatchObject({ project: null, expiresAt: null });
});

test('a person can read their role and what it allows', async () => {
  const { id } = await createPerson(api.db, { organisationId: 'org_one', name: 'Ada', role: 'viewer' });
  const { sessionToken, expiresAt } = await createSession(api.db, id, { now: new Date() });
  const headers = { cookie: `__Host-copydesk_session=person.${sessionToken}` };
  expect((await api.send('GET', '/v1/me', { key: null, headers })).json).toEqual({
    kind: 'person',
    id,
    name: 'Ada',
    role: 'viewer',
    email: null,
    hasPassword: false,
    scopes: ['agent:read', 'analytics:read'],
    organisation: { id: 'org_one', name: 'org_one' },
    project: null,
    test: false,
    expiresAt: expiresAt.toISOString(),
  });
});
