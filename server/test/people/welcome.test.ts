import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOwnerLink } from '../../src/people/owner-link.ts';
import { createPerson, listPeople } from '../../src/people/people.ts';
import { pages } from '../../src/pages/pages.ts';
import { startApi } from '../http/support/api.ts';
import type { TestApi } from '../http/support/api.ts';

let api: TestApi;
const organisationId = 'org_one';

beforeEach(async () => {
  const needs = {
    organisation: async () => organisationId,
    repository: async () => await Promise.reject(new Error('no repository is asked for')),
    siteOf: async () => undefined,
  };
  api = await startApi({ baseUrl: 'http://127.0.0.1', plugins: [pages(needs)] });
});
afterEach(async () => await api[Symbol.asyncDispose]());

const newLink = async (now = new Date()) => (await createOwnerLink(api.db, organisationId, now))?.token;
const open = async (token: string | undefined, body?: Record<string, string>) =>
  await fetch(`http://127.0.0.1:${api.port}/welcome/${token}`, {
    method: body ? 'POST' : 'GET',
    headers: { accept: 'text/html' },
    body: body && new URLSearchParams(body),
    redirect: 'manual',
  });
const people = async () => (await listPeople(api.db, organisationId)).map(({ name, role }) => `${name}, ${role}`);

test('creates the owner and signs them in, once', async () => {
  const token = await newLink();
  expect(await (await open(token)).text()).toContain('Welcome to Copydesk');
  const made = await open(token, { name: ' Ada ', email: 'ada@example.com', password: 'correct horse battery' });
  expect([made.status, made.headers.get('location')]).toEqual([303, '/projects']);
  expect(await people()).toEqual(['Ada, owner']);
  const cookie = made.headers.get('set-cookie')?.split(';')[0] ?? '';
  const headers = { cookie, accept: 'application/json' };
  const me = await fetch(`http://127.0.0.1:${api.port}/v1/me`, { headers });
  expect(await me.json()).toMatchObject({ kind: 'person', name: 'Ada', role: 'owner' });
  for (const reply of [await open(token), await open(token, { name: 'Eve' })]) {
    expect([reply.status, await reply.text()]).toEqual([401, expect.stringContaining('The link no longer works')]);
  }
  expect(await people()).toEqual(['Ada, owner']);
  const password = await api.db.selectFrom('person').select('password').executeTakeFirstOrThrow();
  expect(password.password).toMatch(/^\$argon2id\$/);
});

test('creates one owner if it is opened several times at once', async () => {
  const token = await newLink();
  const replies = await Promise.all(['Ada', 'Eve', 'Mallory'].map((name) => open(token, { name })));
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 401, 401]);
  expect(await people()).toHaveLength(1);
});

test('is refused once a person exists, after an hour, and after another start', async () => {
  const first = await newLink();
  const second = await newLink();
  expect((await open(first, { name: 'Ada' })).status).toBe(401);
  const late = await newLink(new Date(Date.now() - 60 * 60 * 1000));
  expect((await open(second, { name: 'Ada' })).status).toBe(401);
  expect((await open(late, { name: 'Ada' })).status).toBe(401);
  const last = await newLink();
  await createPerson(api.db, { organisationId, name: 'Operator' });
  expect((await open(last, { name: 'Ada' })).status).toBe(401);
  expect(await newLink()).toBeUndefined();
  expect(await people()).toEqual(['Operator, owner']);
});

test('reports an error beside its field, keeps the typed text but not the password, and stays valid', async () => {
  const token = await newLink();
  const reply = await open(token, { name: 'Ada', email: 'nonsense', password: 'correct horse battery' });
  const text = await reply.text();
  expect(reply.status).toBe(400);
  expect(text).toMatch(/id="email"[^>]*value="nonsense"[^>]*aria-invalid="true"/s);
  expect(text).toContain('must be an e-mail address');
  expect(text).not.toContain('correct horse');
  const short = await open(token, { name: 'Ada', email: '', password: 'short' });
  expect([short.status, await short.text()]).toEqual([400, expect.stringContaining('at least 12 characters')]);
  expect((await open(token, { name: 'Ada' })).status).toBe(303);
});
