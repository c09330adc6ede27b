import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { connectProject } from '../../support/connection.ts';
import { signed, testWebhooks } from './support.ts';

let api: TestApi;
let path: string;
beforeAll(async () => {
  api = await startApi({ hostWebhooks: testWebhooks });
  path = `/v1/code-host/${api.project.id}/webhook`;
  await connectProject(api.db, api.project.id);
});
afterAll(async () => await api[Symbol.asyncDispose]());

const reported = (key: string, text = 'x') => ({ key, event: { kind: 'comment', text } });

test('events are stored before the reply, and no key is required', async () => {
  const reply = await api.send('POST', path, { key: null, ...signed([reported('a'), reported('b')]) });
  expect(reply.status).toBe(202);
  expect(reply.json).toEqual({ events: 2 });
  expect(await keys()).toEqual(['a', 'b']);
});

test('an event that is reported twice is stored once, as it was first reported', async () => {
  await api.send('POST', path, { key: null, ...signed([reported('twice', 'first')]) });
  const reply = await api.send('POST', path, { key: null, ...signed([reported('twice', 'second')]) });
  expect(reply.status).toBe(202);
  const rows = await api.db.selectFrom('host_event').select('event').where('key', '=', 'twice').execute();
  expect(rows).toEqual([{ event: { kind: 'comment', text: 'first' } }]);
});

test('a webhook without events of interest is accepted', async () => {
  const reply = await api.send('POST', path, { key: null, ...signed([]) });
  expect(reply.json).toEqual({ events: 0 });
});

test('text that the database cannot store is stored without or with replaced characters', async () => {
  await api.send('POST', path, { key: null, ...signed([reported('odd', 'a\0b\ud800c')]) });
  const row = await api.db.selectFrom('host_event').select('event').where('key', '=', 'odd').executeTakeFirst();
  expect(row?.event).toEqual({ kind: 'comment', text: 'ab\u{FFFD}c' });
});

test.each([
  ['holds a NUL', 'pushed-a\0b-1'],
  ['holds half a character', 'pushed-a\ud800b-1'],
  ['is too long for an index, and cannot be packed', `pushed-${randomBytes(5_000).toString('hex')}-1`],
])('an event key that %s is accepted, and recognised when it is reported again', async (_name, key) => {
  const before = await keys();
  for (let times = 0; times < 2; times += 1) {
    const reply = await api.send('POST', path, { key: null, ...signed([reported(key)]) });
    expect(reply).toMatchObject({ status: 202, json: { events: 1 } });
  }
  expect(await keys()).toHaveLength(before.length + 1);
});

test('the time of the last webhook is stored, at most once a minute', async () => {
  let now = new Date('2026-01-05T10:00:00Z');
  await using server = await startApi({ hostWebhooks: testWebhooks, now: () => now });
  await connectProject(server.db, server.project.id);
  const seen = async () => {
    await server.send('POST', `/v1/code-host/${server.project.id}/webhook`, { key: null, ...signed([]) });
    const row = await server.db.selectFrom('code_host_connection').select('webhook_seen_at').executeTakeFirst();
    return row?.webhook_seen_at?.toISOString();
  };
  expect(await seen()).toBe('2026-01-05T10:00:00.000Z');
  now = new Date('2026-01-05T10:00:59Z');
  expect(await seen()).toBe('2026-01-05T10:00:00.000Z');
  now = new Date('2026-01-05T10:01:01Z');
  expect(await seen()).toBe('2026-01-05T10:01:01.000Z');
});

async function keys(): Promise<string[]> {
  const rows = await api.db.selectFrom('host_event').select('key').orderBy('received_at').execute();
  return rows.map(({ key }) => key);
}
