import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { importRig } from './rig.ts';
import type { ImportRig } from './rig.ts';

let rig: ImportRig;
beforeAll(async () => (rig = await importRig()));
afterAll(async () => await rig[Symbol.asyncDispose]());

const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const navigation = { Accept: ['text/html,*/*;q=0.8'], 'Sec-Fetch-Dest': ['document'], 'Sec-Fetch-Mode': ['navigate'] };
const fetched = { Accept: ['*/*'], 'Sec-Fetch-Dest': ['empty'], 'Sec-Fetch-Mode': ['cors'] };
const data = { ...fetched, Rsc: ['1'] };

interface Request {
  uri: string;
  headers: Record<string, string[]>;
  type?: string;
}

/** A visit to a Next.js site: two pages are opened, and each visible link is prefetched and then fetched as data. */
const visit: Request[] = [
  { uri: '/', headers: navigation, type: 'text/html' },
  ...Array.from({ length: 20 }, (_, link): Request => {
    const headers = link % 2 === 0 ? data : { ...data, 'Next-Router-Prefetch': ['1'] };
    return { uri: `/link/${link}?_rsc=1a2b3`, headers, type: 'text/x-component' };
  }),
  { uri: '/guides/next.js', headers: navigation, type: 'text/html' },
  { uri: '/preview', headers: { ...navigation, 'Sec-Fetch-Dest': ['iframe'] }, type: 'text/html' },
  { uri: '/app.js', headers: { Accept: ['*/*'], 'Sec-Fetch-Dest': ['script'] }, type: 'text/javascript' },
];

const one = { human: 1, ai: 0 };

test('a log with headers and content types reports the pages that were opened', async () => {
  const lines = visit.map(({ uri, headers, type = '' }, second) =>
    JSON.stringify({
      ts: Date.UTC(2026, 10, 21, 10, 0, second) / 1_000,
      msg: 'handled request',
      request: { client_ip: '203.0.113.7', method: 'GET', uri, headers: { ...headers, 'User-Agent': [userAgent] } },
      status: 200,
      resp_headers: { 'Content-Type': [type] },
    }),
  );
  const { pages, dropped } = await imported(lines);
  expect(pages).toEqual({ '/': one, '/guides/next.js': one });
  expect(dropped).toEqual({ not_a_page: 21, not_navigation: 1 });
});

test('a log without content types reports them by the request headers', async () => {
  const lines = visit.map(({ uri, headers }, second) =>
    JSON.stringify({
      time: Date.UTC(2026, 10, 21, 10, 0, second),
      path: uri,
      headers: { ...headers, 'User-Agent': [userAgent] },
      status: 200,
    }),
  );
  const { pages, dropped } = await imported(lines);
  expect(pages).toEqual({ '/': one, '/guides/next.js': one });
  expect(dropped).toEqual({ not_a_page: 1, prefetch: 10, not_navigation: 11 });
});

test('a log without headers reports them by addresses: it counts a frame, and drops a page that ends like a file', async () => {
  const lines = visit.map(
    ({ uri }, second) =>
      `203.0.113.7 - - [21/Nov/2026:10:00:${String(second).padStart(2, '0')} +0000] "GET ${uri} HTTP/1.1" 200 1 "-" "${userAgent}"`,
  );
  const { pages, dropped } = await imported(lines);
  expect(pages).toEqual({ '/': one, '/preview': one });
  expect(dropped).toEqual({ not_a_page: 2, not_navigation: 20 });
});

async function imported(lines: string[]) {
  await using folder = await temporaryFolder();
  const file = path.join(folder.path, 'access.log');
  await writeFile(file, `${lines.join('\n')}\n`);
  const project = await rig.newProject();
  await rig.run(project, [file]);
  return await rig.numbers(project);
}

/** A site that lets browsers prefetch its links: each opened page causes twelve further requests in the same second. */
const bursts = [...Array.from({ length: 3 }).keys()].flatMap((page) =>
  Array.from({ length: 13 }, (_, link) => ({
    second: page * 20,
    path: link === 0 ? `/page-${page}` : `/link-${link}`,
  })),
);

const combined = ({ second, path: page }: { second: number; path: string }): string =>
  `203.0.113.7 - - [21/Nov/2026:10:00:${String(second).padStart(2, '0')} +0000] "GET ${page} HTTP/1.1" 200 9 "-" "${userAgent}"`;

test('a log without headers that looks like prefetched pages reports it', async () => {
  const { notes, summary } = await reported(bursts.map(combined));
  expect(summary).toMatchObject({ likelyFetchedAhead: 36, readers: { human: 39 } });
  expect(notes).toEqual([
    expect.stringContaining('36 of 39 views of people came in bursts of five and more pages a second'),
  ]);
});

test('a log of people who open links in tabs, and one with headers, does not report prefetching', async () => {
  const tabs = await reported(bursts.filter((_, place) => place % 13 < 4).map(combined));
  expect(tabs).toMatchObject({ notes: [], summary: { likelyFetchedAhead: 0, readers: { human: 12 } } });
  const headers = bursts.map(({ second, path: uri }) =>
    JSON.stringify({
      time: Date.UTC(2026, 10, 21, 10, 0, second),
      path: uri,
      headers: { ...navigation, 'User-Agent': [userAgent] },
      status: 200,
    }),
  );
  expect(await reported(headers)).toMatchObject({
    notes: [],
    summary: { likelyFetchedAhead: 0, readers: { human: 39 } },
  });
});

async function reported(lines: readonly string[]) {
  await using folder = await temporaryFolder();
  const file = path.join(folder.path, 'access.log');
  await writeFile(file, lines.map((line) => `${line}\n`).join(''));
  const notes: string[] = [];
  const report = { progress: () => {}, file: () => {}, note: (text: string) => void notes.push(text) };
  return { notes, summary: await rig.run(await rig.newProject(), [file], { report }) };
}
