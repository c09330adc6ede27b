import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFairTurns } from '../../../src/http/rooms/fair-turns.ts';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

const asked = Promise.withResolvers<void>();
const answered = Promise.withResolvers<{ address: string }[]>();

let api: TestApi;
let looking: Promise<unknown>;
beforeAll(async () => {
  api = await startApi({
    guard: {
      lookup: async () => {
        asked.resolve();
        return await answered.promise;
      },
      readTurns: openFairTurns({ all: 2, ofOne: 1, waitMilliseconds: 20, refusal: 'Try again in a moment.' }),
    },
  });
  const slow = { repository: 'https://slow.example.com/docs.git' };
  looking = api.send('POST', '/v1/repositories/look', { body: slow });
  await asked.promise;
});
afterAll(async () => {
  answered.resolve([{ address: '10.0.0.7' }]);
  await looking;
  await api[Symbol.asyncDispose]();
});

const repository = 'https://git.example.com/docs.git';
const ways: [string, string, () => string, object][] = [
  ['looked at', 'POST', () => '/v1/repositories/look', { repository }],
  ['made a project of', 'POST', () => '/v1/projects', { name: 'New', repository }],
  ['given to a project', 'PATCH', () => `/v1/projects/${api.project.id}`, { repository }],
  ['looked at on another branch', 'PATCH', () => `/v1/projects/${api.project.id}`, { ref: 'other' }],
  ['given as context', 'POST', () => `/v1/projects/${api.project.id}/context`, { name: 'api', repository }],
  [
    'tried with a credential',
    'POST',
    () => `/v1/projects/${api.project.id}/connection/check`,
    { host: 'git', credential: { kind: 'token', token: 'a-token-of-a-host' } },
  ],
];

test.each(ways)(
  'while one slow repository of the organisation is examined, no other one is %s',
  async (_name, method, address, body) => {
    expect(await api.send(method, address(), { body })).toMatchObject({ status: 503, json: { code: 'overloaded' } });
  },
);

test('requests that examine no repository are accepted', async () => {
  const address = `/v1/projects/${api.project.id}`;
  expect(await api.send('PATCH', address, { body: { name: 'Another' } })).toMatchObject({ status: 200 });
});

test('requests of other organisations are accepted', async () => {
  const key = await api.newKey({ organisationId: api.foreign.organisationId, scopes: ['admin'] });
  const body = { repository: path.join(tmpdir(), 'nowhere', 'docs.git') };
  expect(await api.send('POST', '/v1/repositories/look', { key, body })).toMatchObject({
    json: { code: 'repository_not_found' },
  });
});
