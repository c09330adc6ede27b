import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyRoute } from '../http/support/endpoints.ts';
import { startSite } from '../http/support/site.ts';
import type { TestSite } from '../http/support/site.ts';
import { inTurns } from '../support/property-runs.ts';
import { knownIds } from './every-page/routes.ts';
import type { KnownIds } from './every-page/routes.ts';

let site: TestSite;
let ids: KnownIds;
let nextTemplates: () => string[];
beforeAll(async () => {
  site = await startSite();
  await site.propose({ files: { 'docs/index.md': '# Changed\n' } });
  ids = await knownIds(site);
  ids = { ...ids, id: ids.jobId ?? '', projectId: site.docs.id };
  nextTemplates = inTurns(templates());
});
afterAll(async () => await site[Symbol.asyncDispose]());

/** Paths out of a folder, to files that exist on every machine or beside every repository. */
const strings = [
  '../',
  '..%2f',
  '%2e%2e/',
  String.raw`..\ `.trim(),
  '%252e%252e%252f',
  '..%00/',
  '..;/',
  '．．/',
  '%c0%ae%c0%ae/',
]
  .flatMap((up) => [`${up.repeat(8)}etc/passwd`, `docs/${up}${up}config`])
  .concat(
    '/etc/passwd',
    'file:///etc/passwd',
    'file:///..%2f..%2fetc/passwd',
    'file:///%c0%ae/etc/passwd',
    '.git/config',
    String.raw`\\?\C:\windows\win.ini`,
    'docs/\0/../HEAD',
    '~/.ssh/id_rsa',
  );

const names = [
  'path',
  'exactPath',
  'file',
  'from',
  'to',
  'next',
  'at',
  'after',
  'commit',
  'q',
  'repository',
  'docs',
  'ref',
];

test.each(strings)('%j reads no other file, in any address or query', async (text) => {
  const urls = new Set(nextTemplates().flatMap((template) => [...addresses(template, text)]));
  expect(urls.size).toBeGreaterThan(20);
  for (const url of urls) await expectNowhere('GET', url);
});

test.each(strings)('%j reads no other file, in any body', async (text) => {
  const body = JSON.stringify(
    Object.fromEntries(['docsFolder', 'ref', 'pagesAt', 'url', ...names].map((name) => [name, text])),
  );
  for (const [, { method, path }] of nextWithBody()) await expectNowhere(method, filled(path, ids), body);
  const { text: stored } = await patch({ docsFolder: text });
  expect(stored).not.toMatch(/"docsFolder": ?"(?:\/|(?:[^"]*\/)?\.\.(?:\/|"))/);
  await patch({ docsFolder: 'docs' });
});

const patch = async (body: object) => await site.api.send('PATCH', `/v1/projects/${site.docs.id}`, { body });

const nextWithBody = inTurns(everyRoute.filter(([, { body }]) => body !== undefined));

function templates(): string[] {
  return [
    ...site.routes
      .filter(({ method }) => method === 'GET')
      .map(({ url }) => url.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{rest}')),
    ...everyRoute.filter(([, { method }]) => method === 'GET').map(([, { path }]) => path),
    '/{rest}',
    '/assets/{rest}',
    '/script.js/{rest}',
    `/git/${site.docs.id}.git/{rest}`,
  ];
}

/** Yields a route with the text in place of each of its parameters, and in a query. */
function* addresses(template: string, text: string): Generator<string> {
  const query = new URLSearchParams(names.map((name): [string, string] => [name, text])).toString();
  yield `${filled(template, ids)}?${query}`;
  for (const [whole, name = ''] of template.matchAll(/\{(\w+)\}/g)) {
    yield filled(
      template.replace(whole, () => encodeURIComponent(text)),
      { ...ids, [name]: text },
    );
    yield filled(
      template.replace(whole, () => encodeURI(text)),
      ids,
    );
  }
}

function filled(template: string, named: KnownIds): string {
  return template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => named[name] ?? 'nothing');
}

async function expectNowhere(method: string, url: string, body?: string): Promise<void> {
  const headers = {
    authorization: `Bearer ${site.api.adminKey}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const leaving = new AbortController();
  const reply = await fetch(site.origin + url, { method, headers, body, redirect: 'manual', signal: leaving.signal });
  expect([url, reply.status < 500]).toEqual([url, true]);
  // A stream does not end.
  const said = /event-stream/.test(reply.headers.get('content-type') ?? '') ? '' : await reply.text();
  expect([url, /root:.*:0:0:|\[core\]|^ref: refs/m.test(said)]).toEqual([url, false]);
  leaving.abort();
}
