import { CreatedShare } from '@copydesk/contract';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { finishedPeriods } from '../../../src/reports/finished-periods.ts';
import { startSite } from '../../http/support/site.ts';
import type { TestSite } from '../../http/support/site.ts';
import { countWeeks } from './support.ts';

let site: TestSite;
let shares: string;
beforeAll(async () => {
  site = await startSite();
  shares = `/v1/projects/${site.docs.id}/shares`;
  await site.api.db.updateTable('project').set({ name: 'Docs <&> "more"' }).where('id', '=', site.docs.id).execute();
  await countWeeks(site, new Date());
});
afterAll(async () => await site[Symbol.asyncDispose]());

async function newFeed() {
  const { id, feed, url } = CreatedShare.parse((await site.api.send('POST', shares, { body: { name: 'F' } })).json);
  const [path, token] = [new URL(feed ?? '').pathname, url?.split('/').at(-1) ?? ''];
  return { id, path, token };
}

async function read(path: string, headers: Record<string, string> = {}) {
  const reply = await fetch(site.origin + path, { headers });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
}

/** Parses the feed strictly. @returns its entries by element name, with the text of each or the `href` of its link. */
function parsed(xml: string): Record<string, string>[] {
  const parser = new SaxesParser();
  const [path, entries]: [string[], Record<string, string>[]] = [[], []];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name);
    if (name === 'entry') entries.push({});
    const entry = entries.at(-1);
    if (name === 'link' && path.includes('entry') && entry) entry.link = String(attributes.href);
  });
  parser.on('text', (words) => {
    const [entry, name = ''] = [entries.at(-1), path.at(-1)];
    if (path.includes('entry') && path.length === 3 && entry) entry[name] = (entry[name] ?? '') + words;
  });
  parser.on('closetag', () => void path.pop());
  parser.write(xml).close();
  return entries;
}

test('each finished week and month is an entry with its page and its numbers', async () => {
  const { path, token } = await newFeed();
  const { status, headers, text } = await read(path);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8']);
  expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
  const entries = parsed(text);
  expect(entries.length).toBeGreaterThan(0);
  for (const entry of entries) {
    expect(entry.id).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(entry.title).toMatch(/^(?:Week of \d+ \w+|\w+) \d{4}$/);
    expect(entry.link).toMatch(new RegExp(`/share/${token}\\?from=\\d{4}-\\d\\d-\\d\\d&to=\\d{4}-\\d\\d-\\d\\d$`));
    expect(entry.content).toContain('<h1>Docs &lt;&amp;&gt; &quot;more&quot;: ');
    expect(entry.content).toContain('<td>People</td>');
  }
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  expect(text).not.toContain(site.docs.id);
  expect(text).not.toMatch(/\/projects|\/v1\/|What was done|What readers said/);
  const page = new URL(entries[0]?.link ?? '');
  expect((await read(page.pathname + page.search)).status).toBe(200);
});

const ids = (text: string) => parsed(text).map(({ id, updated }) => [id, updated]);

test('an unchanged feed is answered 304, and another link has the same entries', async () => {
  const [one, other] = [await newFeed(), await newFeed()];
  const first = await read(one.path);
  const etag = first.headers.get('etag') ?? '';
  expect(await read(one.path, { 'if-none-match': etag })).toMatchObject({ status: 304, text: '' });
  expect((await read(one.path, { 'if-none-match': '"other"' })).status).toBe(200);
  expect(ids((await read(other.path)).text)).toEqual(expect.arrayContaining(ids(first.text)));
});

test('each request creates a few of the missing reports, and stores them', async () => {
  const count = async () =>
    (await site.api.db.selectFrom('report').select('period').where('project_id', '=', site.docs.id).execute()).length;
  await site.api.db.deleteFrom('report').execute();
  const periods = finishedPeriods(new Date());
  for (const most of [8, 16, 24]) {
    await read((await newFeed()).path);
    expect(await count()).toBe(most);
  }
  expect(periods.length).toBeGreaterThan(24);
});

test('the feed of a revoked or unknown link is not found', async () => {
  const { id, path } = await newFeed();
  expect((await read(path)).status).toBe(200);
  await site.api.send('DELETE', `${shares}/${id}`);
  const wrong = [path, path.replace('.atom', ''), `/feed/${'x'.repeat(43)}.atom`, '/feed/..%2F...atom'];
  for (const one of wrong) expect((await read(one)).status).toBe(404);
});
