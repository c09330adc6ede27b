import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { scopes } from '@copydesk/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formTokenOf } from '../../../src/http/session/forgery.ts';
import { startSite } from '../../http/support/site.ts';
import type { TestSite } from '../../http/support/site.ts';

const run = promisify(execFile);

let site: TestSite;
let owner: string;

beforeAll(async () => {
  site = await startSite({ reachable: true });
  owner = await site.session('owner');
});
afterAll(() => site[Symbol.asyncDispose]());

const tokenFor = (cookie: string) => formTokenOf(cookie.replace(/^copydesk_session=person\./, ''));

async function get(path: string, cookie = owner) {
  const reply = await fetch(site.origin + path, { headers: { accept: 'text/html', cookie }, redirect: 'manual' });
  return { status: reply.status, text: await reply.text() };
}

async function post(path: string, body: Record<string, string>, cookie = owner) {
  const headers = { accept: 'text/html', cookie, 'sec-fetch-site': 'same-origin' };
  const form = new URLSearchParams({ token: tokenFor(cookie), ...body });
  const reply = await fetch(site.origin + path, { method: 'POST', headers, body: form, redirect: 'manual' });
  return { status: reply.status, location: reply.headers.get('location'), text: await reply.text() };
}

const unescaped = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&');
const shown = (text: string, id: string) =>
  unescaped(new RegExp(`<code id="${id}"[^>]*>([^<]*)</code>`).exec(text)?.[1] ?? '');
const countKeys = async () => (await site.api.db.selectFrom('api_key').select('id').execute()).length;
const lastKey = async () =>
  await site.api.db.selectFrom('api_key').selectAll().orderBy('created_at', 'desc').limit(1).executeTakeFirstOrThrow();

const form = { once: 'a-hidden-id', name: 'CI', 'scope agent:read': 'on', expires: '90', addresses: '' };

test('reports the base address and the ids of the projects', async () => {
  const { status, text } = await get('/keys');
  expect(status).toBe(200);
  expect(shown(text, 'base-address')).toBe(site.origin);
  expect(shown(text, `id-${site.docs.id}`)).toBe(site.docs.id);
});

test('a new key is shown only in the first reply to its form', async () => {
  const { status, text } = await post('/keys', { ...form, once: 'shown-once', name: 'Shown once' });
  expect(status).toBe(201);
  const token = shown(text, 'new-token');
  expect(token).toMatch(/^desk_[0-9A-Za-z]{49}$/);
  expect((await get('/keys')).text).not.toContain(token);
  const again = await post('/keys', { ...form, once: 'shown-once', name: 'Shown once' });
  expect(again.text).not.toContain(token);
  expect(again.text).toContain('was made before');
});

describe('the command that is shown beside a new key', () => {
  test.each(scopes)('runs unchanged for a key with %s', async (scope) => {
    const { 'scope agent:read': _read, ...rest } = form;
    const sent = { ...rest, once: `curl-${scope}`, [`scope ${scope}`]: 'on', project: 'Handbook' };
    const curl = shown((await post('/keys', sent)).text, 'new-curl');
    const { stdout } = await run('sh', ['-c', `${curl} -w '\\n%{http_code}'`]);
    const [status] = stdout.split('\n').slice(-1);
    expect([curl, Number(status)]).toEqual([curl, expect.toSatisfy((code: number) => code >= 200 && code < 300)]);
  });
});

test('two clicks create one key, and only one reply shows it', async () => {
  const before = await countKeys();
  const sent = { ...form, once: 'two-clicks' };
  const replies = await Promise.all([post('/keys', sent), post('/keys', sent)]);
  expect(await countKeys()).toBe(before + 1);
  expect(replies.map(({ status }) => status)).toEqual([201, 201]);
  expect(replies.filter(({ text }) => shown(text, 'new-token') !== '')).toHaveLength(1);
});

test('a form that is changed and sent again creates another key', async () => {
  const before = await countKeys();
  await post('/keys', { ...form, once: 'gone-back', name: 'One' });
  await post('/keys', { ...form, once: 'gone-back', name: 'Two' });
  expect(await countKeys()).toBe(before + 2);
});

test('after an error the typed values stay, with the reason beside the field', async () => {
  const before = await countKeys();
  const wrong = { once: 'refused', name: ' ', expires: 'date', until: '', addresses: 'home', project: 'Nowhere <b>' };
  const first = await post('/keys', wrong);
  expect(first.status).toBe(400);
  expect(first.text).toMatch(/class="refusal" role="alert">.*?<a href="#key-\w+">.*?<\/section>/s);
  expect(first.text).toContain(' autofocus');
  expect(first.text).toContain('is neither the name nor the id of a project');
  const second = await post('/keys', { ...wrong, project: '', until: '2001-01-01' });
  expect(second.status).toBe(400);
  expect(second.text).toContain('id="key-name-wrong"');
  expect(second.text).toContain('id="scopes-wrong"');
  expect(second.text).toContain('value="home"');
  expect(second.text).toMatch(/value="date"\s+checked/);
  const third = await post('/keys', { ...form, once: 'refused-3', addresses: '192.0.2.0/24, home' });
  expect(third.text).toContain('id="key-addresses-wrong"');
  expect(third.text).toContain('value="192.0.2.0/24, home"');
  expect(first.text).not.toContain('Nowhere <b>');
  expect(await countKeys()).toBe(before);
});

test.each([
  ['30', 30],
  ['90', 90],
  ['365', 365],
])('a key for %s days expires after them', async (expires, days) => {
  await post('/keys', { ...form, once: `for-${expires}`, name: `for ${expires}`, expires });
  const { created_at, expires_at } = await lastKey();
  expect(Math.round(((expires_at?.getTime() ?? 0) - created_at.getTime()) / 86_400_000)).toBe(days);
});

test('a key can expire on a date or never, and can have a project and addresses', async () => {
  await post('/keys', { ...form, once: 'on-a-day', expires: 'date', until: '2099-12-31' });
  expect((await lastKey()).expires_at).toEqual(new Date('2099-12-31T00:00:00Z'));
  const sent = {
    ...form,
    once: 'for-ever',
    expires: 'never',
    project: site.docs.id,
    addresses: '192.0.2.1,\n2001:db8::/32',
  };
  await post('/keys', sent);
  expect(await lastKey()).toMatchObject({
    expires_at: null,
    project_id: site.docs.id,
    allowed_addresses: ['192.0.2.1/32', '2001:db8::/32'],
    created_by: 'The owner',
  });
});

test('revoking needs a confirmation, and is final', async () => {
  await post('/keys', { ...form, once: 'to-revoke', name: 'To revoke' });
  const { id } = await lastKey();
  const asked = await get(`/keys/${id}/revoke`);
  expect(asked.text).toContain('This is final.');
  expect((await lastKey()).revoked_at).toBeNull();
  const { status, location } = await post(`/keys/${id}/revoke`, {});
  expect([status, location]).toEqual([303, '/keys?done=revoked']);
  expect((await lastKey()).revoked_at).not.toBeNull();
  expect((await get('/keys?done=revoked')).text).not.toContain(id);
  expect((await get('/keys?state=revoked')).text).toContain('To revoke');
});

test('rotating needs a confirmation, shows the new key once, and is refused a second time', async () => {
  await post('/keys', { ...form, once: 'to-rotate', name: 'To rotate' });
  const { id } = await lastKey();
  expect((await get(`/keys/${id}/rotate`)).text).toContain('stays valid for an hour');
  const rotated = await post(`/keys/${id}/rotate`, {});
  expect(rotated.status).toBe(201);
  expect(shown(rotated.text, 'new-token')).toMatch(/^desk_/);
  const again = await post(`/keys/${id}/rotate`, {});
  expect(again.status).toBe(409);
  expect(again.text).toContain('was rotated already');
});

test('only owners may see the page and create keys: an editor and a viewer are refused', async () => {
  for (const role of ['editor', 'viewer'] as const) {
    const cookie = await site.session(role);
    expect((await get('/keys', cookie)).status).toBe(403);
    expect((await post('/keys', form, cookie)).status).toBe(403);
  }
});

test('a key of a project sees the keys of that project only', async () => {
  await post('/keys', { ...form, once: 'of-another', name: 'Of another' });
  const { id: foreignId } = await lastKey();
  const key = await site.newKey(['admin'], site.docs.id);
  const headers = { accept: 'text/html', authorization: `Bearer ${key}` };
  const text = await (await fetch(`${site.origin}/keys?state=all`, { headers })).text();
  expect(text).not.toContain('Of another');
  expect(text).not.toContain(site.api.project.id);
  const url = `${site.origin}/keys/${foreignId}/revoke`;
  expect((await fetch(url, { method: 'POST', headers })).status).toBe(404);
  const made = await fetch(`${site.origin}/keys`, { method: 'POST', headers, body: new URLSearchParams(form) });
  expect(made.status).toBe(201);
  expect((await lastKey()).project_id).toBe(site.docs.id);
});

test('a hostile name is shown as text', async () => {
  const name = '<img src=x onerror=alert(1)> \u202etxt.exe';
  const { text } = await post('/keys', { ...form, once: 'hostile', name });
  expect(text).not.toContain('<img');
  expect(text).toContain('U+202E');
});

test('every change is in the audit log with the name of the person', async () => {
  const entries = await site.api.db.selectFrom('audit_entry').selectAll().where('actor_kind', '=', 'person').execute();
  for (const action of ['key.create', 'key.rotate', 'key.revoke']) {
    expect(entries).toContainEqual(expect.objectContaining({ action, actor_name: 'The owner', address: '127.0.0.1' }));
  }
});
