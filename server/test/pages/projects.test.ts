import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSite } from '../http/support/site.ts';
import type { TestSite } from '../http/support/site.ts';

let site: TestSite;

beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site[Symbol.asyncDispose]());

const projectsFor = async (key: string) => {
  const headers = { accept: 'text/html', authorization: `Bearer ${key}` };
  const response = await fetch(`${site.origin}/projects`, { headers, redirect: 'manual' });
  return { status: response.status, text: await response.text() };
};

test('the page lists the projects of the organisation, with a link to each', async () => {
  const { text } = await projectsFor(await site.newKey());
  expect(text).toContain(`href="/projects/${site.docs.id}"`);
  expect(text).toContain(site.api.project.id);
  expect(text).not.toContain(site.api.foreign.id);
});

test('a key for one project sees only that project', async () => {
  const { text } = await projectsFor(await site.newKey(['agent:read'], site.docs.id));
  expect(text).toContain(site.docs.id);
  expect(text).not.toContain(site.api.project.id);
});

test('a key without agent:read is refused', async () => {
  expect((await projectsFor(await site.newKey(['ingest']))).status).toBe(403);
});

test('signing in leads to the page, and every page links back to it', async () => {
  const signedIn = await fetch(`${site.origin}/sign-in`, {
    method: 'POST',
    headers: { accept: 'text/html' },
    body: new URLSearchParams({ key: await site.newKey() }),
    redirect: 'manual',
  });
  expect(signedIn.headers.get('location')).toBe('/projects');
  const page = await fetch(site.origin + site.path(), {
    headers: { accept: 'text/html', cookie: signedIn.headers.get('set-cookie')?.split(';')[0] ?? '' },
  });
  expect(await page.text()).toMatch(/<a\s+href="\/projects"/);
});
