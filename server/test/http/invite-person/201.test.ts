import { InvitedPerson } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

const body = { name: 'Ada Lovelace', role: 'editor', email: 'Ada@example.com' };

test('returns the person with a sign-in link, which cannot be read again', async () => {
  const reply = await api.send('POST', '/v1/people', { body });
  expect(reply.status).toBe(201);
  expect(reply.json).toEqual({
    ...body,
    id: expect.stringMatching(/^per_[0-9A-Za-z]{22}$/),
    createdAt: expect.stringMatching(/Z$/),
    joinedAt: null,
    lastSeenAt: null,
    hasPassword: false,
    revision: 0,
    link: expect.stringMatching(/^https:\/\/desk\.example\.com\/sign-in\/[0-9A-Za-z]{43}$/),
    linkExpiresAt: expect.stringMatching(/Z$/),
  });
  const { id, link, linkExpiresAt } = InvitedPerson.parse(reply.json);
  expect(reply.headers.get('location')).toBe(`https://desk.example.com/v1/people/${id}`);
  const days = (new Date(linkExpiresAt ?? '').getTime() - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(7);
  const token = link?.split('/').at(-1) ?? '';
  expect(token).not.toBe('');
  for (const path of ['/v1/people', '/v1/audit']) expect((await api.send('GET', path)).text).not.toContain(token);
  expect(api.log.join('\n')).not.toContain(token);
});

test('a repeated request invites once, and returns the link only once', async () => {
  const headers = { 'idempotency-key': 'invite-grace' };
  const send = async () => await api.send('POST', '/v1/people', { body: { name: 'Grace', role: 'viewer' }, headers });
  const first = InvitedPerson.parse((await send()).json);
  const again = await send();
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.json).toEqual({ ...first, link: null, linkExpiresAt: null });
});
