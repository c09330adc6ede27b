import { CreatedShare, ShareList } from '@copydesk/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
let path: string;
beforeAll(async () => {
  api = await startApi();
  path = `/v1/projects/${api.project.id}/shares`;
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('returns the link, which cannot be read again, and the audit log records it', async () => {
  const reply = await api.send('POST', path, { body: { name: ' Newsletter ' } });
  expect(reply.status).toBe(201);
  const made = CreatedShare.parse(reply.json);
  const token = made.url?.replace('https://desk.example.com/share/', '') ?? '';
  expect(token).toMatch(/^[0-9A-Za-z]{43}$/);
  expect(made).toMatchObject({
    id: expect.stringMatching(/^shr_[0-9A-Za-z]{22}$/),
    name: 'Newsletter',
    hint: token.slice(-4),
    createdBy: 'test',
    lastUsedAt: null,
    badge: `https://desk.example.com/badge/${token}.svg`,
    feed: `https://desk.example.com/feed/${token}.atom`,
  });
  expect(reply.headers.get('location')).toBe(`https://desk.example.com${path}/${made.id}`);
  const listed = await api.send('GET', path);
  const { url: _url, badge: _badge, feed: _feed, ...share } = made;
  expect(ShareList.parse(listed.json).shares[0]).toEqual(share);
  expect(listed.text).not.toContain(token);
  const { rows } = await sql<{ row: string }>`
    select share_link::text as row from share_link union all select audit_entry::text from audit_entry
  `.execute(api.db);
  expect(rows.map(({ row }) => row).join('')).not.toContain(token);
  expect(api.log.join('\n')).not.toContain(token);
  const entries = api.db.selectFrom('audit_entry').select(['action', 'subject_name']).where('subject_id', '=', made.id);
  expect(await entries.execute()).toEqual([{ action: 'share.create', subject_name: 'Newsletter' }]);
});

test('does not require a name', async () => {
  expect((await api.send('POST', path, { body: {} })).json).toMatchObject({ name: '' });
});

test('a repeated request creates one link, and returns its address only once', async () => {
  const headers = { 'idempotency-key': 'share-board' };
  const send = async () => await api.send('POST', path, { body: { name: 'Board' }, headers });
  const first = CreatedShare.parse((await send()).json);
  const again = await send();
  expect(again.status).toBe(201);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.headers.get('location')).toBe(`https://desk.example.com${path}/${first.id}`);
  expect(again.json).toEqual({ ...first, url: null, badge: null, feed: null });
  const { shares } = ShareList.parse((await api.send('GET', path)).json);
  expect(shares.filter(({ name }) => name === 'Board')).toHaveLength(1);
  const entries = api.db.selectFrom('audit_entry').select('action').where('subject_id', '=', first.id);
  expect(await entries.execute()).toEqual([{ action: 'share.create' }]);
  // The link was created, whatever happened to it since.
  expect((await api.send('DELETE', `${path}/${first.id}`)).status).toBe(204);
  expect((await send()).json).toEqual({ ...first, url: null, badge: null, feed: null });
});
