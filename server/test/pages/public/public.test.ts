import { errorCodes, errorTable } from '@copydesk/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HttpServices } from '../../../src/http/services.ts';
import { browserPages } from '../../../src/pages/public/browser-pages.ts';
import { startApi } from '../../http/support/api.ts';
import { startSite } from '../../http/support/site.ts';
import type { TestSite } from '../../http/support/site.ts';

let site: TestSite;

beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site[Symbol.asyncDispose]());

/** A bug. */
const failing: HttpServices['readiness'] = async () => {
  throw new TypeError('secret insides');
};

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

async function ask(path: string, { method = 'GET', accept = browser, cookie = '' } = {}) {
  const reply = await fetch(site.origin + path, { method, headers: { accept, cookie }, redirect: 'manual' });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
}

describe('the landing page', () => {
  test('describes Copydesk to browsers, and answers JSON to clients', async () => {
    const { status, headers, text } = await ask('/');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
    expect(text).toContain('href="/sign-in"');
    expect(text).toContain('href="/openapi.json"');
    const forClients = await ask('/', { accept: '*/*' });
    expect(JSON.parse(forClients.text)).toMatchObject({ name: 'Copydesk' });
  });

  test('leads those who have signed in to their projects', async () => {
    const { status, headers } = await ask('/', { cookie: await site.session('viewer') });
    expect([status, headers.get('location')]).toEqual([303, '/projects']);
    expect((await ask('/', { cookie: 'copydesk_session=person.nonsense' })).status).toBe(200);
  });
});

describe('errors', () => {
  test.each([
    ['/nothing/here', 404, 'route_not_found'],
    ['/v2/nothing', 404, 'route_not_found'],
    ['/problems/nonsense', 404, 'route_not_found'],
    ['/%', 400, 'invalid_request'],
    ['/v2/agent/prj_x/job', 405, 'method_not_allowed'],
    ['/v2/agent/prj_x/jobs', 401, 'credentials_required'],
    ['/v1/keys', 401, 'credentials_required'],
  ])('%s is a page of the status %i for browsers, and problem+json for clients', async (path, expected, code) => {
    const { status, headers, text } = await ask(path);
    expect([status, headers.get('content-type')]).toEqual([expected, 'text/html; charset=utf-8']);
    expect(text).toContain(`${code} · ${headers.get('x-request-id')}`);
    expect(text).toContain(`href="/problems/${code}"`);
    for (const accept of ['*/*', 'application/json']) {
      const { status: same, headers: others, text: json } = await ask(path, { accept });
      expect([same, others.get('content-type')]).toEqual([
        expected,
        expect.stringMatching(/^application\/problem\+json/),
      ]);
      expect(JSON.parse(json)).toMatchObject({ code, status: expected });
    }
  });

  test('a browser gets no hint for client authors at a mistyped address', async () => {
    const { text } = await ask('/nothing/here');
    expect(text).toContain('<h1>No such page</h1>');
    expect(text).not.toContain('openapi.json lists');
    expect((await ask('/nothing/here', { accept: '*/*' })).text).toContain('openapi.json lists what there is');
  });

  test('the page of a 401 links to signing in and back', async () => {
    const { headers, text } = await ask('/v2/agent/prj_x/jobs?limit=3');
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(text).toContain('/sign-in?next=%2Fv2%2Fagent%2Fprj_x%2Fjobs%3Flimit%3D3');
  });

  test('the header Allow is kept when a browser uses a wrong method', async () => {
    const { headers } = await ask('/v2/agent/prj_x/job');
    expect(headers.get('allow')).toBe('POST');
  });

  test('a form sent to an unknown address gets a page, and a request to the API never does', async () => {
    expect((await ask('/nothing', { method: 'POST' })).headers.get('content-type')).toContain('text/html');
    const api = await ask('/v2/nothing', { method: 'POST' });
    expect(api.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });

  test('a server error and a closing server get pages, without internal details', async () => {
    let isDraining = false;
    await using api = await startApi({
      browser: browserPages('https://desk.example.com'),
      readiness: failing,
      isDraining: () => isDraining,
    });
    const open = async (path: string) =>
      await fetch(`http://127.0.0.1:${api.port}${path}`, { headers: { accept: browser } });
    const bug = await open('/readyz');
    const text = await bug.text();
    expect([bug.status, text.includes('secret insides')]).toEqual([500, false]);
    expect(text).toContain('<h1>Internal error</h1>');
    isDraining = true;
    const closing = await open('/');
    expect([closing.status, closing.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await closing.text()).toContain('<h1>The server is shutting down</h1>');
  });

  test('what an address holds is shown as text', async () => {
    const { text } = await ask('/%3Cscript%3Ealert(1)%3C/script%3E?q=<b>');
    expect(text).not.toMatch(/<script>|<b>/);
  });
});

describe('what errors mean', () => {
  test.each(errorCodes)('%s is explained', async (code) => {
    const { status, text } = await ask(`/problems/${code}`);
    expect(status).toBe(200);
    const title = errorTable[code].title.replaceAll("'", '&#39;');
    for (const part of [title, 'What to do', code, `<dd>${errorTable[code].status}</dd>`]) expect(text).toContain(part);
  });

  test('clients get the row of an error, and the list of all', async () => {
    const { text } = await ask('/problems/quota_exceeded', { accept: '*/*' });
    const type = 'http://127.0.0.1/problems/quota_exceeded';
    const row = { type, code: 'quota_exceeded', ...errorTable.quota_exceeded };
    expect(JSON.parse(text)).toEqual(row);
    const all: unknown = JSON.parse((await ask('/problems', { accept: '*/*' })).text);
    expect(all).toMatchObject({ problems: expect.arrayContaining([row]) });
  });

  test('the page of all errors links to each', async () => {
    const { text } = await ask('/problems');
    for (const code of errorCodes) expect(text).toContain(`href="/problems/${code}"`);
  });
});
