import { scopes } from '@copydesk/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAudit } from '../../src/audit/read.ts';
import { revokeKey } from '../../src/projects/key/keys.ts';
import type { PullRequest } from '../../src/pull-requests/pull-request.ts';
import { startSite } from '../http/support/site.ts';
import type { TestSite } from '../http/support/site.ts';

let site: TestSite;
let pullRequest: PullRequest;

beforeAll(async () => {
  site = await startSite({ files: { 'docs/index.md': '# Welcome\n\nThe color is red.\n', 'docs/a.md': 'a\n' } });
  pullRequest = await site.propose({
    title: 'Say <colour>',
    description: 'It says **colour** now. ![x](https://evil.example/x.png)',
    prompt: 'Replace "color" with "colour" & <b>be kind</b>',
    files: { 'docs/index.md': '# Welcome\n\nThe colour is red.\n' },
  });
});
afterAll(() => site[Symbol.asyncDispose]());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.origin + path, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' });
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const basic = (key: string) => ({ authorization: `Basic ${Buffer.from(`x:${key}`).toString('base64')}` });

const post = (path: string, headers: Record<string, string>, body: Record<string, string> = {}) =>
  fetch(site.origin + path, {
    method: 'POST',
    headers: { accept: 'text/html', ...headers },
    body: new URLSearchParams(body),
    redirect: 'manual',
  });
const tokenOf = (text: string) => /name="token" value="([\w-]+)"/.exec(text)?.[1] ?? '';
const signIn = (key: string, next = '/', headers: Record<string, string> = {}) =>
  fetch(`${site.origin}/sign-in`, {
    method: 'POST',
    headers: { accept: 'text/html', ...headers },
    body: new URLSearchParams({ key, next }),
    redirect: 'manual',
  });
const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? '';

describe('the page', () => {
  test('shows the title, the branches, the prompt and the diff, escaped, and loads nothing from elsewhere', async () => {
    const response = await get(site.path('/1'), bearer(await site.newKey()));
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toContain('Say &lt;colour&gt;');
    expect(text).toContain('Replace &quot;color&quot; with &quot;colour&quot; &amp; &lt;b&gt;be kind&lt;/b&gt;');
    expect(text).toContain('The <del>color</del> is red.');
    expect(text).toContain('The <ins>colour</ins> is red.');
    // The only script is the server's own.
    expect([...text.matchAll(/<(script|img|iframe)\b[^>]*>/g)].map(([tag]) => tag)).toEqual([
      expect.stringMatching(/^<script type="module" src="\/assets\/pages-[\da-f]{12}\.js">$/),
    ]);
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(response.headers.get('referrer-policy')).toBe('same-origin');
  });

  test('has a style sheet that may be cached for ever, with a name that changes with its content', async () => {
    const text = await (await get(site.path('/1'), bearer(await site.newKey()))).text();
    const [, href = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(text) ?? [];
    const response = await get(href);
    expect(response.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(response.headers.get('cache-control')).toContain('immutable');
  });

  test('is JSON for clients of the API', async () => {
    const response = await get(site.path('/1'), { accept: 'application/json', ...bearer(await site.newKey()) });
    expect(await response.json()).toMatchObject({
      number: 1,
      state: 'open',
      headRef: 'copydesk/change',
      headCommit: pullRequest.headCommit,
      link: `http://127.0.0.1${site.path('/1')}`,
    });
  });

  test('opens with a key as the password of Basic authentication', async () => {
    expect((await get(site.path('/1'), basic(await site.newKey()))).status).toBe(200);
  });
});

describe('access to the page', () => {
  test('a browser that is not signed in is redirected to sign in, and back', async () => {
    const response = await get(site.path('/1?view=split'));
    expect(response.status).toBe(303);
    const location = new URL(response.headers.get('location') ?? '', site.origin);
    expect(location.pathname).toBe('/sign-in');
    expect(location.searchParams.get('next')).toBe(site.path('/1?view=split'));
  });

  test('a client of the API is answered 401 as a problem', async () => {
    const response = await get(site.path('/1'), { accept: '*/*' });
    expect(response.status).toBe(401);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
  });

  test('a key without agent:read is refused, on a page', async () => {
    const response = await get(site.path('/1'), bearer(await site.newKey(['ingest'])));
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('insufficient_scope');
  });

  test('missing and foreign resources give the same answer', async () => {
    const key = await site.newKey();
    const elsewhere = await site.newKey(['agent:read'], site.api.project.id);
    const foreign = `/projects/${site.api.foreign.id}/pulls/1`;
    const pages = await Promise.all([
      get(`/projects/prj_${'0'.repeat(22)}/pulls/1`, bearer(key)),
      get(foreign, bearer(key)),
      get('/projects/nonsense/pulls/1', bearer(key)),
      get(site.path('/99'), bearer(key)),
      get(site.path('/1x'), bearer(key)),
      get(site.path('/1'), bearer(elsewhere)),
    ]);
    const texts = await Promise.all(pages.map(async (page) => (await page.text()).replaceAll(/req_[\w-]+/g, '')));
    expect(pages.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect(new Set(texts).size).toBe(1);
  });
});

describe('merging and closing', () => {
  test.each(['merge', 'close', 'ready'])('%s needs the scope agent:merge or admin', async (action) => {
    const others = scopes.filter((scope) => scope !== 'agent:merge' && scope !== 'admin');
    const key = bearer(await site.newKey(others));
    expect(await (await get(site.path('/1'), key)).text()).not.toMatch(/(Merge|Close|Ready to merge)<\/button>/);
    for (const number of ['1', '999']) {
      const refused = await post(site.path(`/${number}/${action}`), { accept: 'application/json', ...key });
      expect([refused.status, await refused.json()]).toEqual([
        403,
        expect.objectContaining({ code: 'insufficient_scope', detail: expect.stringContaining('"agent:merge"') }),
      ]);
    }
    for (const scope of ['agent:merge', 'admin'] as const) {
      const files = { [`docs/${action}-${scope}.md`]: 'x\n' };
      const { number } = await site.propose({ branch: `copydesk/${action}-${scope}`.replace(':', '-'), files });
      const headers = { accept: 'application/json', ...bearer(await site.newKey([scope])) };
      expect((await post(site.path(`/${number}/${action}`), headers)).status).toBe(200);
    }
  });

  test('are refused without the token of the form, and from other sites even with it', async () => {
    const credentials = basic(await site.newKey());
    const token = tokenOf(await (await get(site.path('/1'), credentials)).text());
    const forged = [
      await post(site.path('/1/close'), credentials),
      await post(site.path('/1/close'), credentials, { token: token.slice(1) }),
      await post(site.path('/1/close'), { ...credentials, 'sec-fetch-site': 'cross-site' }, { token }),
      await post(site.path('/1/close'), { ...credentials, 'sec-fetch-site': 'same-site' }, { token }),
      await post(site.path('/1/close'), { ...credentials, origin: 'https://evil.example' }, { token }),
      await post(site.path('/1/close'), { ...credentials, origin: 'null' }, { token }),
    ];
    for (const response of forged) {
      expect(response.status).toBe(403);
      expect(await response.text()).toContain('forbidden_origin');
    }
  });

  test('is refused for a branch that has moved, and the page shows its current state', async () => {
    const credentials = bearer(await site.newKey());
    const { number } = await site.propose({ branch: 'copydesk/moving', files: { 'docs/a.md': 'b\n' } });
    const head = await site.repository.git('rev-parse', 'copydesk/moving');
    await site.repository.commit({ 'docs/a.md': 'pushed meanwhile\n' }, { branch: 'copydesk/moving' });
    const response = await post(site.path(`/${number}/merge`), credentials, { head });
    const text = await response.text();
    expect(response.status).toBe(409);
    expect(text).toContain('role="alert"');
    expect(text).toContain('The pull request has changed');
    expect(text).toContain('pushed meanwhile');
  });

  test('needs a draft to be marked as ready first', async () => {
    const credentials = basic(await site.newKey());
    const change = { branch: 'copydesk/draft', files: { 'docs/draft.md': 'draft\n' }, asDraft: true };
    const { number } = await site.propose(change);
    expect(await (await get(site.path(), credentials)).text()).toContain('</svg>Draft</span>');
    const text = await (await get(site.path(`/${number}`), credentials)).text();
    expect(text).toContain('</svg>Draft</span>');
    expect(text).not.toContain('Merge</button>');
    const token = tokenOf(text);
    const refused = await post(site.path(`/${number}/merge`), credentials, { token });
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain('The pull request is a draft');
    expect((await post(site.path(`/${number}/ready`), credentials)).status).toBe(403);
    const ready = await post(site.path(`/${number}/ready`), credentials, { token });
    expect([ready.status, ready.headers.get('location')]).toEqual([303, site.path(`/${number}`)]);
    expect(await (await get(site.path(`/${number}`), credentials)).text()).toContain('Merge</button>');
    const api = { accept: 'application/json', ...bearer(await site.newKey()) };
    expect(await (await post(site.path(`/${number}/ready`), api)).json()).toMatchObject({
      state: 'open',
      draft: false,
    });
  });

  test('works with a Bearer key and no form, as JSON, and a second decision is a conflict', async () => {
    const key = bearer(await site.newKey());
    const { number } = await site.propose({ branch: 'copydesk/api', files: { 'docs/new.md': 'new\n' } });
    const api = { accept: 'application/json', ...key };
    const merged = await post(site.path(`/${number}/merge`), api);
    expect(merged.status).toBe(200);
    expect(await merged.json()).toMatchObject({ state: 'merged', endedBy: 'Laptop' });
    expect(await site.repository.git('show', 'main:docs/new.md')).toBe('new');
    const again = await post(site.path(`/${number}/close`), api);
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({ code: 'pull_request_not_open' });
  });
});

test('only unchanged files of the change can be marked as viewed, and the audit log has no entry of it', async () => {
  const { number } = await site.propose({ files: { 'docs/viewed.md': 'Viewed.\n' }, branch: 'copydesk/marks' });
  const cookie = cookieOf(await signIn(await site.newKey()));
  const page = await (await get(site.path(`/${number}`), { cookie })).text();
  const content = /name="mark" value="yes ([0-9a-f]{12}) docs\/viewed\.md"/.exec(page)?.[1] ?? '';
  const entries = async () => (await readAudit(site.api.db, site.docs.organisationId, { limit: 1_000 })).entries.length;
  const before = await entries();
  const mark = async (file: { path: string; content: string }) => {
    const reply = await post(
      site.path(`/${number}/viewed`),
      { cookie, accept: 'application/json' },
      { token: tokenOf(page), mark: `yes ${file.content} ${file.path}` },
    );
    return { status: reply.status, reply: await reply.json() };
  };
  expect(await mark({ path: 'a text of my own', content })).toMatchObject({ status: 400 });
  expect(await mark({ path: 'docs/absent.md', content })).toMatchObject({ status: 400 });
  const moved = { status: 409, reply: { code: 'pull_request_moved' } };
  expect(await mark({ path: 'docs/viewed.md', content: '0123456789ab' })).toMatchObject(moved);
  const marked = { path: 'docs/viewed.md', viewed: true };
  expect(await mark({ path: 'docs/viewed.md', content })).toEqual({ status: 200, reply: marked });
  expect(await site.api.db.selectFrom('viewed_file').select(['path', 'content']).execute()).toEqual([
    { path: 'docs/viewed.md', content },
  ]);
  expect(await entries()).toBe(before);
});

test('if the repository cannot be read, only the diff is missing', async () => {
  await using other = await startSite();
  await other.propose({ title: 'Here to stay', files: { 'docs/index.md': 'else\n' } });
  await other.repository[Symbol.asyncDispose]();
  const response = await fetch(other.origin + other.path('/1'), {
    headers: { accept: 'text/html', ...bearer(await other.newKey()) },
  });
  const text = await response.text();
  expect(response.status).toBe(200);
  expect(text).toContain('Here to stay');
  expect(text).toContain('The change cannot be shown at the moment.');
});

describe('signing in with a key', () => {
  test('starts a session with the rights of the key, which ends with the key', async () => {
    const { db } = site.api;
    const key = await site.newKey(['agent:read']);
    const response = await signIn(` ${key}\n`, site.path('/1'));
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(site.path('/1'));
    expect(response.headers.get('set-cookie')).toMatch(
      /^copydesk_session=key\.\w+; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax$/,
    );
    const page = await get(site.path('/1'), { cookie: cookieOf(response) });
    expect(page.status).toBe(200);
    expect(await page.text()).not.toContain('Merge</button>');
    const row = await db.selectFrom('api_key').select('id').where('hint', '=', key.slice(-4)).executeTakeFirstOrThrow();
    await revokeKey(db, { organisationId: site.docs.organisationId, keyId: row.id });
    expect((await get(site.path('/1'), { cookie: cookieOf(response) })).status).toBe(303);
  });

  test('redirects to no other site', async () => {
    const response = await signIn(await site.newKey(), '//evil.example/');
    expect(response.headers.get('location')).toBe('/projects');
  });

  test('is refused from another site, and is rate-limited after wrong keys', async () => {
    expect((await signIn(await site.newKey(), '/', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    const wrong = await signIn('desk_wrong');
    expect(wrong.status).toBe(401);
    expect(await wrong.text()).toContain('aria-invalid="true"');
    for (let guess = 0; guess < 9; guess += 1) await signIn('desk_wrong');
    const late = await signIn(await site.newKey());
    expect(late.status).toBe(429);
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
