import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/postgres/database.ts';
import { startSite } from '../../http/support/site.ts';
import type { TestSite } from '../../http/support/site.ts';

let site: TestSite;
let owner: string;
beforeAll(async () => {
  site = await startSite({
    services: () => ({
      health: () => {
        throw new Error('a bug');
      },
    }),
  });
  owner = await site.session('owner');
});
afterAll(async () => await site[Symbol.asyncDispose]());

async function ask(path: string, { cookie = '', method = 'GET', of = site } = {}) {
  const headers = { accept: 'text/html', 'sec-fetch-site': 'same-origin', cookie };
  const form = method === 'POST' && { body: new URLSearchParams({ name: 'x', token: 'none of its own' }) };
  const reply = await fetch(of.origin + path, { method, headers, redirect: 'manual', ...form });
  const text = await reply.text();
  const [menu = ''] = /<nav class="global".*?<\/nav>/s.exec(text) ?? [];
  return { status: reply.status, links: [...menu.matchAll(/href="([^"]*)"/g)].map(([, href]) => href), text };
}

const ofOwner = ['/projects', '/keys', '/people', '/audit', '/health'];

test.each([
  ['/nothing/here', 'GET', 404],
  ['/projects/prj_0000000000000000000000', 'GET', 404],
  ['/v1/projects/prj_0000000000000000000000', 'GET', 404],
  ['/people/new', 'POST', 403],
  ['/sign-out/nothing', 'POST', 404],
  ['/audit?cursor=none', 'GET', 400],
  ['/health', 'GET', 500],
])('%s by %s is answered %i with the navigation of the person who is signed in', async (path, method, status) => {
  const answer = await ask(path, { cookie: owner, method });
  expect([answer.status, answer.links]).toEqual([status, ofOwner]);
  expect(answer.text).toContain('Account of The owner');
});

test.each(['/problems', '/problems/invalid_json'])(
  '%s has the navigation of the person who is signed in',
  async (path) => {
    expect(await ask(path, { cookie: owner })).toMatchObject({ status: 200, links: ofOwner });
    expect(await ask(path)).toMatchObject({ status: 200, links: [] });
  },
);

test('a signed-in person gets no link to sign in', async () => {
  const refused = await ask('/keys', { cookie: await site.session('viewer') });
  expect([refused.status, refused.text.includes('/sign-in')]).toEqual([403, false]);
  const nobody = await ask('/v1/keys');
  expect([nobody.status, nobody.text.includes('/sign-in?next=')]).toEqual([401, true]);
});

test('a viewer gets links only to pages for viewers', async () => {
  const answer = await ask('/keys', { cookie: await site.session('viewer') });
  expect([answer.status, answer.links]).toEqual([403, ['/projects']]);
});

test('a visitor without a valid session gets no navigation', async () => {
  for (const cookie of ['', 'copydesk_session=person.over']) {
    const { status, links, text } = await ask('/nothing/here', { cookie });
    expect([status, links, text.includes('Account of')]).toEqual([404, [], false]);
  }
});

test('if the database is unreachable, the page has no navigation', async () => {
  const connection = { host: '127.0.0.1', port: 1, user: 'x', password: 'x', database: 'x' };
  const db = openDatabase({ connection, maximumConnections: 1, applicationName: 'test' });
  await using away = await startSite({ services: () => ({ db }) });
  const cookie = await away.session('owner');
  expect(await ask('/projects', { cookie, of: away })).toMatchObject({ status: 503, links: [] });
  expect(await ask('/nothing/here', { cookie, of: away })).toMatchObject({ status: 404, links: [] });
  await db.destroy();
});
