import { errorCodes, errorTable } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
let faults: { name: string; detail: string }[] | Error = [];
let isDraining = false;
beforeAll(async () => {
  api = await startApi({
    isDraining: () => isDraining,
    readiness: async () => {
      if (faults instanceof Error) throw faults;
      return faults;
    },
  });
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('/healthz reports that the process is alive, even while it stops', async () => {
  isDraining = true;
  const reply = await api.send('GET', '/healthz', { key: null });
  isDraining = false;
  expect(reply).toMatchObject({ status: 200, json: { status: 'ok' } });
});

test('/readyz reports what is not ready', async () => {
  const ready = await api.send('GET', '/readyz', { key: null });
  expect(ready).toMatchObject({ status: 200, json: { status: 'ready' } });
  faults = [{ name: 'migrations', detail: 'Two are not applied.' }];
  const unmigrated = await api.send('GET', '/readyz', { key: null });
  expect(expectProblem(unmigrated, 'database_unavailable').errors).toEqual([
    { detail: 'migrations: Two are not applied.' },
  ]);
  faults = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  expectProblem(await api.send('GET', '/readyz', { key: null }), 'database_unavailable');
  faults = [];
  isDraining = true;
  expectProblem(await api.send('GET', '/readyz', { key: null }), 'draining');
  isDraining = false;
});

test('/openapi.json returns the document, also to pages of other sites', async () => {
  const reply = await api.send('GET', '/openapi.json', { key: null });
  expect(reply.json).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://desk.example.com' }] });
  expect(reply.headers.get('access-control-allow-origin')).toBe('*');
  const tag = reply.headers.get('etag') ?? '';
  const again = await api.send('GET', '/openapi.json', { key: null, headers: { 'if-none-match': tag } });
  expect(again.status).toBe(304);
});

test('the type of every problem returns its row of the table', async () => {
  for (const code of errorCodes) {
    const reply = await api.send('GET', `/problems/${code}`, { key: null });
    expect(reply.json).toEqual({ type: `https://desk.example.com/problems/${code}`, code, ...errorTable[code] });
  }
});

test('/ describes the server', async () => {
  const { json } = await api.send('GET', '/', { key: null });
  expect(json).toMatchObject({ name: 'Copydesk', openapi: 'https://desk.example.com/openapi.json' });
});

test('responses forbid caching, framing, sniffing and referrers, and pages of other sites cannot read them', async () => {
  const { headers } = await api.send('GET', `/v2/agent/${api.project.id}/jobs`, {
    headers: { origin: 'https://evil.example' },
  });
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  expect(headers.get('access-control-allow-origin')).toBeNull();
});

test('each request is logged on one line with its request id and without its query', async () => {
  const reply = await api.send('GET', `/v2/agent/${api.project.id}/jobs?limit=1&secret=s3cret`);
  const requestId = reply.headers.get('x-request-id');
  const lines = api.log.filter((line) => requestId !== null && line.includes(requestId));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { method: 'GET', path: `/v2/agent/${api.project.id}/jobs`, status: 200, requestId },
  ]);
  expect(api.log.join('')).not.toContain('s3cret');
});
