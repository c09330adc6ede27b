import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSite } from '../http/support/site.ts';
import type { TestSite } from '../http/support/site.ts';
import { knownIds, publicPages, signedInForms, signedInPages } from './every-page/routes.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => await site[Symbol.asyncDispose]());

/** Returns the response to a browser, with an owner's key when `key` is true. */
async function ask(path: string, { body, key = true }: { body?: Record<string, string>; key?: boolean } = {}) {
  const headers = { accept: 'text/html', ...(key && { authorization: `Bearer ${site.api.adminKey}` }) };
  const sent = body && { method: 'POST', body: new URLSearchParams(body) };
  const reply = await fetch(site.origin + path, { headers, redirect: 'manual', ...sent });
  return { status: reply.status, text: await reply.text() };
}

test('a NUL in a field is refused, and causes no server error', async () => {
  const replies = [
    await ask('/sign-in', { key: false, body: { email: 'a\0@example.com', password: 'x' } }),
    await ask('/keys', { body: { name: 'key', project: 'a\0b' } }),
    await ask(`/projects/${site.docs.id}/jobs?author=%00`),
    await ask('/find?q=%00'),
    await ask(`/projects/${site.docs.id}/readers?path=%00`),
    await ask('/audit?actor=%00'),
  ];
  for (const { status, text } of replies) {
    expect(status).toBe(400);
    expect(text).toContain('must not contain a NUL character');
  }
  const listed = await site.api.send('GET', `/v2/agent/${site.docs.id}/jobs?author=%00`);
  expect(listed).toMatchObject({ status: 400, json: { errors: [{ parameter: 'author' }] } });
});

test('a NUL in an address is not found, in any place of the address', async () => {
  const ids = await knownIds(site);
  const routes = [...signedInPages(site, ids), ...signedInForms(site, ids), ...publicPages(site, ids)];
  const asked = routes.flatMap(({ method, route }) =>
    [...route.matchAll(/:(\w+)/g)].flatMap(([whole, name = '']) =>
      ['%00', `${ids[name] ?? 'x'}%00`].map((text) => {
        const path = route.replace(whole, text).replaceAll(/:(\w+)/g, (_all, other: string) => ids[other] ?? 'nothing');
        return { path, body: method === 'POST' ? { token: '' } : undefined };
      }),
    ),
  );
  expect(asked.length).toBeGreaterThan(100);
  for (const { path, body } of asked) {
    const { status } = await ask(path, { body });
    expect([path, status]).toEqual([path, 404]);
  }
});

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
  '%s is treated like any other word',
  async (word) => {
    for (const path of [
      `/people?done=${word}`,
      `/audit?actor=${word}`,
      `/audit?action=${word}`,
      `/keys?state=${word}`,
    ]) {
      const { status, text } = await ask(path);
      expect([200, 400, 404]).toContain(status);
      expect(text).not.toContain('[native code]');
    }
  },
);
