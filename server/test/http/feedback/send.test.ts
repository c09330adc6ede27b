import { randomUUID } from 'node:crypto';
import { feedbackDropReasons } from '@copydesk/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dailyLimits } from '../../../src/feedback/store.ts';
import { setProject } from '../../../src/projects/project.ts';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

const origin = 'https://docs.example.com';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ trustedProxies: ['127.0.0.1'] });
  await setProject(api.db, api.project.id, { origins: [origin] });
});
afterAll(async () => await api[Symbol.asyncDispose]());

const path = () => `/v1/collect/${api.project.id}/feedback`;

const send = async (said: object, headers: Record<string, string> = {}) =>
  await api.send('POST', path(), { body: { id: randomUUID(), ...said }, headers });

let browsers = 0;

/** Each request comes from another address. */
const sendAsBrowser = async (said: object, headers: Record<string, string> = {}) => {
  browsers += 1;
  const address = `198.51.${Math.floor(browsers / 250)}.${browsers % 250}`;
  return await api.send('POST', path(), {
    key: null,
    body: JSON.stringify({ id: randomUUID(), ...said }),
    headers: { origin, 'content-type': 'text/plain;charset=UTF-8', 'x-forwarded-for': address, ...headers },
  });
};

const rowsOf = async (page: string) =>
  await api.db
    .selectFrom('feedback')
    .select(['path', 'source', 'sent_by as sentBy', 'helpful', 'comment', 'contact', 'code', 'status'])
    .where('path', '=', page)
    .orderBy('id')
    .execute();

test('a browser and a server can send a vote, a comment and a report on a code sample', async () => {
  await sendAsBrowser({ url: `${origin}/install.html?from=x#top`, helpful: true });
  await sendAsBrowser({
    url: `${origin}/install/`,
    helpful: false,
    comment: ' No word of Windows ',
    contact: 'a@b.example',
  });
  await send({ path: '/install', comment: 'It fails', code: { text: 'npm i', place: 'First' } });
  await send({ path: '/install', comment: 'Could not find the limit', byAgent: true });
  expect(await rowsOf('/install')).toMatchObject([
    { source: 'thumbs_only', sentBy: 'browser', helpful: true, comment: '', contact: null, status: 'resolved' },
    { source: 'contextual', helpful: false, comment: 'No word of Windows', contact: 'a@b.example', status: 'pending' },
    { source: 'code_snippet', sentBy: 'server', helpful: null, comment: 'It fails', code: 'npm i' },
    { source: 'agent', sentBy: 'server', comment: 'Could not find the limit' },
  ]);
});

test('nothing about the sender is stored', async () => {
  const secret = 'Mozilla/5.0 TellTale/77';
  await sendAsBrowser(
    { path: '/private', helpful: false, byAgent: true },
    { 'user-agent': secret, 'x-forwarded-for': '203.0.113.77' },
  );
  const { rows } = await sql<{ text: string }>`select to_jsonb(feedback)::text as text from feedback`.execute(api.db);
  const kept = rows.map(({ text }) => text).filter((text) => text.includes('/private'));
  expect(kept).toHaveLength(1);
  for (const personal of ['TellTale', '203.0.113', '"agent"']) expect(kept[0]).not.toContain(personal);
});

test('an id counts once, and its vote may be completed with a comment', async () => {
  const id = randomUUID();
  const vote = { id, path: '/once', helpful: true };
  expect((await sendAsBrowser(vote)).json).toEqual({ accepted: 1, duplicates: 0, dropped: [] });
  expect((await sendAsBrowser(vote)).json).toEqual({ accepted: 0, duplicates: 1, dropped: [] });
  await sendAsBrowser({ ...vote, comment: 'Thanks, but the link is old' });
  await sendAsBrowser({ ...vote, comment: 'Another text' });
  await sendAsBrowser({ ...vote, path: '/elsewhere', comment: 'Another page' });
  expect(await rowsOf('/once')).toMatchObject([
    { source: 'contextual', helpful: true, comment: 'Thanks, but the link is old', status: 'pending' },
  ]);
  expect(await rowsOf('/elsewhere')).toEqual([]);
});

test('one of several concurrent requests with the same id is kept', async () => {
  const id = randomUUID();
  const replies = await Promise.all(
    Array.from({ length: 12 }, async () => (await send({ id, path: '/race', helpful: false })).json),
  );
  expect(replies.filter((json) => JSON.stringify(json).includes('"accepted":1'))).toHaveLength(1);
  expect(await rowsOf('/race')).toHaveLength(1);
});

test.each([
  ['honeypot', { path: '/spam', helpful: true, website: 'https://spam.example' }],
  ['too_fast', { path: '/spam', comment: 'Buy this', openFor: 12 }],
  ['links', { path: '/spam', comment: 'http://a.example https://b.example [url=c] <a href=d>' }],
  ['invalid_url', { url: 'javascript:alert(1)', helpful: true }],
  ['invalid_url', { path: 'no-slash', helpful: true }],
  ['invalid_url', { path: '/a\u202eb', helpful: true }],
] as const)('%s is dropped, reported and counted', async (reason, said) => {
  const countOf = async () => {
    const reply = await api.send('GET', `/v1/analytics/${api.project.id}/feedback-pages`);
    return Number(Object(reply.json).dropped[reason] ?? 0);
  };
  const before = await countOf();
  const dropped = [{ reason, detail: feedbackDropReasons[reason] }];
  expect((await sendAsBrowser(said)).json).toEqual({ accepted: 0, duplicates: 0, dropped });
  expect(await countOf()).toBe(before + 1);
  expect(await rowsOf('/spam')).toEqual([]);
});

test('the daily limit applies to each page, and the next day has a new one', async () => {
  let at = new Date('2026-11-20T23:00:00Z');
  await using flooded = await startApi({ now: () => at });
  const say = async (page: string) =>
    await flooded.send('POST', `/v1/collect/${flooded.project.id}/feedback`, {
      body: { id: randomUUID(), path: page, helpful: false },
    });
  const replies = [];
  for (let count = 0; count < dailyLimits.page + 7; count += 1) replies.push((await say('/flooded')).json);
  expect(replies.filter((json) => JSON.stringify(json).includes('page_full'))).toHaveLength(7);
  expect((await say('/other')).json).toMatchObject({ accepted: 1 });
  at = new Date('2026-11-21T00:00:01Z');
  expect((await say('/flooded')).json).toMatchObject({ accepted: 1 });
});

test('an address may send a limited number a minute, and then gets a time to retry', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.50' };
  for (let count = 0; count < 20; count += 1) {
    expect((await sendAsBrowser({ path: `/rate/${count}`, helpful: true }, headers)).status).toBe(202);
  }
  const refused = await sendAsBrowser({ path: '/rate', helpful: true }, headers);
  expectProblem(refused, 'quota_exceeded');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('access-control-allow-origin')).toBe(origin);
});

test('only origins of the project, and servers with a key, may send', async () => {
  expectProblem(
    await sendAsBrowser({ path: '/x', helpful: true }, { origin: 'https://evil.example' }),
    'origin_not_allowed',
  );
  expectProblem(await api.send('POST', path(), { key: null, body: {} }), 'credentials_required');
  const reader = await api.newKey({ scopes: ['analytics:read'] });
  expectProblem(await api.send('POST', path(), { key: reader, body: {} }), 'insufficient_scope');
  const preflight = await fetch(`http://127.0.0.1:${api.port}${path()}`, { method: 'OPTIONS', headers: { origin } });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
});

test.each([
  [{ path: '/x' }, '/helpful'],
  [{ helpful: true }, '/url'],
  [{ path: '/x', code: { text: 'npm i' } }, '/comment'],
  [{ path: '/x', comment: '   ' }, '/helpful'],
  [{ path: '/x', comment: 'x'.repeat(2_001) }, '/comment'],
  [{ path: '/x', comment: 'x', contact: 'x'.repeat(201) }, '/contact'],
  [{ path: '/x', comment: 'x', code: { text: 'x'.repeat(4_001) } }, '/code/text'],
  [{ id: 'no', path: '/x', helpful: true }, '/id'],
  [{ path: '/x', helpful: 'yes' }, '/helpful'],
])('%j is refused', async (said, pointer) => {
  const problem = expectProblem(await sendAsBrowser(said), 'invalid_request');
  expect(problem.errors?.map((error) => error.pointer)).toContain(pointer);
});

test('NUL and lone surrogates are removed or replaced, and the rest is stored as written', async () => {
  const comment = `<script>alert(1)</script> \u202eevil ${String.fromCharCode(0)} \ud800 'drop table feedback;--`;
  await send({ path: '/hostile', comment });
  const [row] = await rowsOf('/hostile');
  expect(row?.comment).toBe("<script>alert(1)</script> \u202eevil  \ufffd 'drop table feedback;--");
});
