import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sql } from 'kysely';
import { startSite } from '../../http/support/site.ts';
import type { TestSite } from '../../http/support/site.ts';
import { testBrowser } from '../../support/browser.ts';

let site: TestSite;
let jobId: string;

beforeAll(async () => {
  site = await startSite();
  jobId = (await site.api.newJob({ project: site.docs, prompt: 'Explain the zebra <img src=x onerror=alert(1)>' })).id;
  await site.api.newJob({ project: site.api.foreign, prompt: 'A zebra of somebody else' });
  for (const { number } of [site.docs, site.api.foreign]) {
    await sql`insert into view_page (project_id, number, path) values (${number}, 1, '/guides/zebra_100%')`.execute(
      site.api.db,
    );
  }
});
afterAll(() => site[Symbol.asyncDispose]());

const Hits = z.object({
  hits: z.array(z.object({ kind: z.string(), title: z.string(), detail: z.string(), href: z.string() })),
  isPartial: z.boolean(),
});

async function find(q: string, headers: Record<string, string>) {
  const reply = await fetch(`${site.origin}/find?${new URLSearchParams({ q }).toString()}`, {
    headers: { accept: 'application/json', ...headers },
  });
  expect(reply.status).toBe(200);
  return Hits.parse(await reply.json()).hits;
}
const viewer = async () => ({ cookie: await site.session('viewer') });

describe('the search', () => {
  test('finds projects by a part of their name or by their id', async () => {
    const as = await viewer();
    const href = `/projects/${site.docs.id}`;
    expect(await find('handb', as)).toMatchObject([{ kind: 'project', title: 'Handbook', href }]);
    expect(await find(site.docs.id, as)).toMatchObject([{ kind: 'project', href }]);
  });

  test('finds jobs by words, prefixes or id, and pages by words of their path; nothing of other organisations', async () => {
    const as = await viewer();
    const hits = await find('zebra', as);
    expect(hits.map(({ kind }) => kind)).toEqual(['job', 'page']);
    expect(hits[0]).toMatchObject({ detail: 'Handbook · active', href: `/projects/${site.docs.id}/jobs/${jobId}` });
    expect(hits[1]).toMatchObject({ title: '/guides/zebra_100%', detail: 'Handbook' });
    expect(hits[1]?.href).toBe(`/projects/${site.docs.id}/readers/page?path=%2Fguides%2Fzebra_100%25`);
    expect(await find('zeb expl', as)).toMatchObject([{ kind: 'job' }]);
    expect(await find(jobId, as)).toMatchObject([{ kind: 'job' }]);
  });

  test('takes characters with a meaning in patterns and queries literally', async () => {
    const as = await viewer();
    expect((await find('/guides/zebra_100%', as)).map(({ kind }) => kind)).toEqual(['page']);
    for (const text of ['%', "'", '\\', 'a & | !', '\ud800', ':*', '<>', 'x'.repeat(5_000)]) await find(text, as);
  });

  test('finds nothing of other projects for a key of one project, and only what the scopes of a key allow', async () => {
    const bound = { authorization: `Bearer ${await site.newKey(['admin'], site.api.project.id)}` };
    expect(await find('zebra', bound)).toEqual([]);
    expect(await find('docs', bound)).toMatchObject([{ kind: 'project' }]);
    const readsViews = { authorization: `Bearer ${await site.newKey(['analytics:read'])}` };
    expect((await find('zebra', readsViews)).map(({ kind }) => kind)).toEqual(['page']);
    const sends = { authorization: `Bearer ${await site.newKey(['ingest'])}` };
    expect(await find('handbook', sends)).toEqual([]);
  });
});

test('without a script the results are a page', async () => {
  const headers = { accept: 'text/html', ...(await viewer()) };
  const text = await (await fetch(`${site.origin}/find?q=zebra`, { headers })).text();
  expect(text).toContain(`href="/projects/${site.docs.id}/jobs/${jobId}"`);
  expect(text).not.toContain('<img');
  expect(await (await fetch(`${site.origin}/find?q=nowhere`, { headers })).text()).toContain('Nothing contains');
});

test('the field at the top shows results while typing, and works by keyboard alone', { timeout: 60_000 }, async () => {
  const browser = await testBrowser();
  const context = await browser.newContext();
  const [name = '', value = ''] = (await site.session('viewer')).split('=');
  await context.addCookies([{ name, value, url: site.origin }]);
  const page = await context.newPage();
  await page.goto(`${site.origin}/projects`);
  await page.keyboard.press('/');
  await page.keyboard.type('zebra');
  const field = page.getByRole('combobox');
  const options = page.getByRole('listbox').getByRole('option');
  await expect.poll(() => options.count()).toBe(2);
  expect(await field.getAttribute('aria-expanded')).toBe('true');
  expect(await options.first().innerText()).toContain('<img src=x onerror=alert(1)>');
  await page.keyboard.press('ArrowUp');
  expect(await field.getAttribute('aria-activedescendant')).toBe('found-1');
  await page.keyboard.press('ArrowDown');
  expect(await field.getAttribute('aria-activedescendant')).toBe('found-0');
  await page.keyboard.press('Escape');
  expect(await options.count()).toBe(0);
  await page.keyboard.type(' expl');
  await expect.poll(() => options.count()).toBe(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/projects/${site.docs.id}/jobs/${jobId}`);
  await page.goto(`${site.origin}/projects`);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('zebra');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/find');
  await browser.close();
});
