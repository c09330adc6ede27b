import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyRoute } from '../support/endpoints.ts';
import { pathOf } from '../support/api.ts';
import { rawConnection } from '../support/raw.ts';
import { startSite } from '../support/site.ts';
import type { TestSite } from '../support/site.ts';
import { knownIds, signedInForms } from '../../pages/every-page/routes.ts';

let site: TestSite;
let key: string;
let ids: Awaited<ReturnType<TestSite['api']['newIds']>>;
beforeAll(async () => {
  site = await startSite();
  key = site.api.adminKey;
  ids = await site.api.newIds();
});
afterAll(async () => await site[Symbol.asyncDispose]());

/** Expects that other clients are still answered. */
async function othersAreServed(): Promise<void> {
  const reply = await fetch(`${site.origin}/healthz`);
  expect(reply.status).toBe(200);
}

const asForm = { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': 'gzip' };

/** 20 MB that are 20 KB compressed. */
const bomb = gzipSync(Buffer.alloc(20_000_000, ' '));

test('no route decompresses a body', async () => {
  const routes = everyRoute.filter(([, { body }]) => body !== undefined);
  expect(routes.length).toBeGreaterThan(10);
  for (const [name, endpoint] of routes) {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const { status } = await site.api.send(endpoint.method, pathOf(endpoint, ids), { headers, body: bomb });
    expect([name, [400, 403, 415].includes(status) ? 'refused' : status]).toEqual([name, 'refused']);
  }
  const forms = signedInForms(site, await knownIds(site));
  for (const { path } of [{ path: '/sign-in' }, ...forms]) {
    const headers = { ...asForm, authorization: `Bearer ${key}` };
    const { status } = await fetch(site.origin + path, { method: 'POST', headers, body: bomb, redirect: 'manual' });
    // Decompressed, it would be too large.
    expect([path, status < 500 && status !== 413]).toEqual([path, true]);
  }
  await othersAreServed();
});

const text = (length: number) => 'x'.repeat(length);
const collisions = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => String((index + 1) * 32_768)));

test.each([
  ['nested a hundred thousand deep', '['.repeat(100_000)],
  ['objects nested deep', '{"a":'.repeat(40_000)],
  ['texts that share a hash', collisions],
  ['names that share a hash', collisions.replaceAll(',', ':1,').replace('[', '{').replace(']', ':1}')],
  ['one number of 200,000 digits', '9'.repeat(200_000)],
  ['a text of escapes alone', `"${String.raw`\ud800`.repeat(40_000)}"`],
  ['__proto__', '{"__proto__":{"prompt":"x"},"constructor":{"prototype":{"prompt":"x"}}}'],
])('JSON %s is refused on every route, with a key', async (_name, body) => {
  for (const [name, endpoint] of everyRoute.filter(([, one]) => one.body !== undefined)) {
    const headers = { 'content-type': 'application/json' };
    const { status } = await site.api.send(endpoint.method, pathOf(endpoint, ids), { headers, body });
    expect([name, status < 500]).toEqual([name, true]);
  }
  await othersAreServed();
});

test('oversized headers and cookies are read or refused, and a second Host header after thousands of others is refused', async () => {
  const session = `copydesk_session=person.${text(43)}`;
  for (const header of [
    'a:b\r\n'.repeat(3_000),
    `Cookie: ${'a=b; '.repeat(3_000)}\r\n`,
    `Cookie: ${`${session}; `.repeat(200)}\r\n`,
    `Cookie: ${'='.repeat(10_000)};;;%%%\r\n`,
    `Accept: ${'text/html;q=0.1,'.repeat(900)}\r\n`,
    `Accept-Language: ${'a-'.repeat(7_000)}\r\n`,
    `If-None-Match: ${'"a", '.repeat(3_000)}\r\n`,
    `Authorization: Bearer ${text(15_000)}\r\n`,
    `X-Forwarded-For: ${'1.1.1.1, '.repeat(1_700)}\r\n`,
  ]) {
    using connection = await rawConnection(site.api.port);
    connection.send(`GET /projects HTTP/1.1\r\nHost: x\r\n${header}\r\n`);
    expect((await connection.reply()).status).toBeLessThan(500);
  }
  using connection = await rawConnection(site.api.port);
  connection.send(`GET /healthz HTTP/1.1\r\nHost: x\r\n${'a:b\r\n'.repeat(2_100)}Host: y\r\n\r\n`);
  expect([400, 431]).toContain((await connection.reply()).status);
});

test('a request for a thousand ranges of a file gets the whole file', async () => {
  const ranges = Array.from({ length: 1_000 }, (_, index) => `${index}-`).join(',');
  for (const path of ['/script.js', '/openapi.json', `/v2/agent/${site.docs.id}/jobs`]) {
    const { status, headers } = await site.api.send('GET', path, { headers: { range: `bytes=${ranges}` } });
    expect([path, status, headers.get('content-range')]).toEqual([path, 200, null]);
  }
});

test('each of a thousand concurrent requests on one connection is answered', async () => {
  using connection = await rawConnection(site.api.port);
  const head = `GET /v2/agent/${site.docs.id}/jobs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  connection.socket.pause();
  connection.send(head.repeat(1_000));
  await othersAreServed();
  connection.socket.resume();
  for (let count = 0; count < 1_000; count += 1) expect([200, 503]).toContain((await connection.reply()).status);
});

test('the number of unread event streams is bounded', async () => {
  const job = await site.api.newJob();
  const path = `/v2/agent/${site.api.project.id}/job/${job.id}`;
  const head = `GET ${path}/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nAccept: text/event-stream\r\n\r\n`;
  await using stack = new AsyncDisposableStack();
  const statuses: Promise<string>[] = [];
  for (let count = 0; count < 300; count += 1) {
    const connection = stack.use(await rawConnection(site.api.port));
    connection.send(head);
    statuses.push(
      connection.until((received) => received.includes('\r\n\r\n')).then((received) => received.slice(9, 12)),
    );
  }
  const answered = await Promise.all(statuses);
  expect(new Set(answered)).toEqual(new Set(['200', '503']));
  expect(answered.filter((status) => status === '200').length).toBeLessThan(150);
  expect((await site.api.send('GET', path)).status).toBe(200);
  const other = await site.api.newKey();
  const leaving = new AbortController();
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${other}` };
  expect((await fetch(`${site.origin}${path}/events`, { headers, signal: leaving.signal })).status).toBe(200);
  leaving.abort();
});
