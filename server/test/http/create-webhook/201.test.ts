import { CreatedWebhook } from '@copydesk/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

const url = 'https://hooks.example.com/copydesk';

test('returns the webhook with its secret, which cannot be read again', async () => {
  const path = `/v1/webhooks/${api.project.id}`;
  const reply = await api.send('POST', path, { body: { url, events: ['job.failed', 'job.failed'] } });
  expect(reply.status).toBe(201);
  expect(reply.json).toEqual({
    id: expect.stringMatching(/^whk_[0-9A-Za-z]{22}$/),
    url,
    events: ['job.failed'],
    createdAt: expect.stringMatching(/Z$/),
    failingSince: null,
    disabledAt: null,
    disabledReason: null,
    secret: expect.stringMatching(/^whsec_[0-9A-Za-z+/]{43}=$/),
  });
  const location = reply.headers.get('location') ?? '';
  const { id, secret, ...rest } = CreatedWebhook.parse(reply.json);
  expect(location).toBe(`https://desk.example.com${path}/${id}`);
  const read = await api.send('GET', location.replace('https://desk.example.com', ''));
  expect(read.json).toEqual({ id, ...rest });
  expect((await api.send('GET', path)).text).not.toContain(secret);
  expect(api.log.join('\n')).not.toContain(secret.slice(6));
  const { rows } = await sql<{
    row: string;
  }>`select webhook::text || encode(secret, 'escape') as row from webhook`.execute(api.db);
  expect(rows.map(({ row }) => row).join('')).not.toContain(secret.slice(6));
});

test('reports all events by default', async () => {
  const reply = await api.send('POST', `/v1/webhooks/${api.project.id}`, { body: { url } });
  expect(reply.json).toMatchObject({ events: ['job.completed', 'job.failed', 'job.archived', 'report.ready'] });
});
