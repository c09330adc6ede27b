import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readAudit } from '../../src/audit/read.ts';
import { changePersonOf } from '../../src/desk/person/change-person.ts';
import { setPasswordHash } from '../../src/people/change-person.ts';
import { openPasswords } from '../../src/people/passwords.ts';
import { createPerson } from '../../src/people/people.ts';
import { startSite } from '../http/support/site.ts';
import type { TestSite } from '../http/support/site.ts';

const password = 'correct horse battery staple';
const ada = 'ada@example.com';
let site: TestSite;
let adaId: string;
let hash: string;

beforeAll(async () => {
  hash = await openPasswords().hash(password);
});
// One site per test: failures of one test would count in the next.
beforeEach(async () => {
  await site?.[Symbol.asyncDispose]();
  site = await startSite();
  const draft = { organisationId: site.docs.organisationId, name: 'Ada', role: 'editor', email: ada } as const;
  adaId = (await createPerson(site.api.db, draft)).id;
  await givePassword();
});
afterAll(() => site[Symbol.asyncDispose]());

async function givePassword(): Promise<void> {
  const place = { organisationId: site.docs.organisationId, personId: adaId };
  await site.api.db.transaction().execute(async (transaction) => await setPasswordHash(transaction, place, hash));
}

const post = async (path: string, body: Record<string, string>, headers: Record<string, string> = {}) =>
  await fetch(site.origin + path, {
    method: 'POST',
    headers: { accept: 'text/html', ...headers },
    body: new URLSearchParams(body),
    redirect: 'manual',
  });
const signIn = async (email: string, typed: string, more: Record<string, string> = {}, headers = {}) =>
  await post('/sign-in', { email, password: typed, ...more }, headers);
const cookieOf = (reply: Response) => reply.headers.get('set-cookie')?.split(';')[0] ?? '';
const account = async (cookie: string) =>
  await fetch(`${site.origin}/account`, { headers: { accept: 'text/html', cookie }, redirect: 'manual' });
const entries = async () =>
  (await readAudit(site.api.db, site.docs.organisationId, { limit: 50 })).entries.map(
    ({ action, actor, subject, detail }) => [action, actor.name, subject.name, detail.method],
  );

test('the right password signs in, whatever the case of the address, and redirects to the page that was asked for', async () => {
  const reply = await signIn(' ADA@Example.com ', password, { next: '/projects?x=1' });
  expect([reply.status, reply.headers.get('location')]).toEqual([303, '/projects?x=1']);
  expect(reply.headers.get('set-cookie')).toMatch(
    /^copydesk_session=person\.\w{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
  );
  expect((await account(cookieOf(reply))).status).toBe(200);
  expect(await entries()).toEqual([
    ['sign-in', 'Ada', 'Ada', 'password'],
    ['person.join', 'Ada', 'Ada', undefined],
  ]);
});

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/\t/evil.example'])(
  'never leads to %j',
  async (next) => {
    expect((await signIn(ada, password, { next })).headers.get('location')).toBe('/projects');
  },
);

test('no reply reveals whether an account exists, and typed text is not logged', async () => {
  const without = await createPerson(site.api.db, {
    organisationId: site.docs.organisationId,
    name: 'Grace',
    email: 'grace@example.com',
  });
  const asked: [string, string][] = [
    [ada, 'a wrong password'],
    ['nobody@example.com', 'a wrong password'],
    [without.email ?? '', 'a wrong password'],
  ];
  const texts: string[] = [];
  for (const [email, typed] of asked) {
    const reply = await signIn(email, typed);
    expect(reply.status).toBe(401);
    expect(reply.headers.get('set-cookie')).toBeNull();
    texts.push((await reply.text()).replaceAll(email, ''));
  }
  expect(texts[0]).toContain('The e-mail address or the password is not right.');
  expect(texts[1]).toBe(texts[0]);
  expect(texts[2]).toBe(texts[0]);
  expect(texts.join('')).not.toContain('a wrong password');
  expect(await entries()).toEqual([
    ['sign-in.failed', 'Somebody', 'Grace', 'password'],
    ['sign-in.failed', 'Somebody', 'an unknown account', 'password'],
    ['sign-in.failed', 'Somebody', 'Ada', 'password'],
  ]);
  expect(site.api.log.join('')).not.toMatch(/wrong password|nobody@/);
});

test('each sign-in creates a new session and ends the one that the browser had', async () => {
  const first = cookieOf(await signIn(ada, password));
  const second = cookieOf(await signIn(ada, password, {}, { cookie: first }));
  expect(second).not.toBe(first);
  expect((await account(first)).status).toBe(303);
  expect((await account(second)).status).toBe(200);
  // A cookie that somebody has planted in the browser is not used either.
  const planted = 'copydesk_session=person.planted';
  expect(cookieOf(await signIn(ada, password, {}, { cookie: planted }))).not.toContain('planted');
  const withKey = cookieOf(await post('/sign-in', { key: await site.newKey() }, { cookie: second }));
  expect(withKey).toMatch(/=key\./);
  expect((await account(second)).status).toBe(303);
});

test('after too many failures even the right password is refused, with a polite page that says when to try again', async () => {
  const statuses = [];
  for (let attempt = 0; attempt < 12; attempt += 1) statuses.push((await signIn(ada, 'a wrong password')).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
  const reply = await signIn(ada, password);
  expect(reply.status).toBe(429);
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await reply.text()).toMatch(/Try again in \d+ seconds, or ask an owner for a sign-in link/);
});

test('a hundred attempts at the same time count as a hundred', async () => {
  const replies = await Promise.all(Array.from({ length: 100 }, () => signIn(ada, 'a wrong password')));
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(90);
});

test('a form of another site cannot sign anybody in', async () => {
  const reply = await signIn(ada, password, {}, { 'sec-fetch-site': 'cross-site' });
  expect(reply.status).toBe(403);
  expect(reply.headers.get('set-cookie')).toBeNull();
});

test('a person changes their password with the current one only, and their other sessions end', async () => {
  const [cookie, other] = [cookieOf(await signIn(ada, password)), cookieOf(await signIn(ada, password))];
  const token = /name="token" value="([\w-]+)"/.exec(await (await account(cookie)).text())?.[1] ?? '';
  const change = async (current: string, wanted: string) =>
    await post('/account/password', { token, current, password: wanted }, { cookie, 'sec-fetch-site': 'same-origin' });
  const wrong = await change('not the one', 'another good password');
  expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('It is not right.')]);
  const short = await change(password, 'too short');
  expect([short.status, await short.text()]).toEqual([400, expect.stringContaining('at least 12 characters')]);
  expect((await change(password, 'another good password')).status).toBe(303);
  expect((await account(other)).status).toBe(303);
  expect((await account(cookie)).status).toBe(200);
  expect((await signIn(ada, password)).status).toBe(401);
  expect((await signIn(ada, 'another good password')).status).toBe(303);
});

test('a changed role applies from the next request on', async () => {
  const cookie = cookieOf(await signIn(ada, password));
  const people = async () =>
    (await fetch(`${site.origin}/people`, { headers: { accept: 'text/html', cookie }, redirect: 'manual' })).status;
  expect(await people()).toBe(403);
  const actor = { kind: 'command', id: null, name: 'root', organisationId: 'org_one', address: null } as const;
  await changePersonOf(site.api.db, actor, adaId, { role: 'owner' });
  expect(await people()).toBe(200);
});
