import { CreatedKey } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

async function make(): Promise<string> {
  const reply = await api.send('POST', '/v1/keys', { body: { name: 'ci', scopes: ['agent:read'] } });
  return CreatedKey.parse(reply.json).id;
}

const rotate = async (id: string) => await api.send('POST', `/v1/keys/${id}/rotate`);

test('refuses a revoked key', async () => {
  const id = await make();
  await api.send('DELETE', `/v1/keys/${id}`);
  expect(expectProblem(await rotate(id), 'key_ended').detail).toContain('is revoked');
});

test('refuses an expired key', async () => {
  const id = await make();
  await api.db
    .updateTable('api_key')
    .set({ expires_at: new Date(0) })
    .where('id', '=', id)
    .execute();
  expect(expectProblem(await rotate(id), 'key_ended').detail).toContain('has expired');
});

test('refuses a rotated key and names its successor, so that one of two concurrent requests succeeds', async () => {
  const id = await make();
  const replies = await Promise.all([rotate(id), rotate(id)]);
  const [made, refused] = replies.toSorted((one, other) => one.status - other.status);
  if (made === undefined || refused === undefined) throw new Error('two replies are two');
  const fresh = CreatedKey.parse(made.json);
  expect(expectProblem(refused, 'key_ended').detail).toContain(fresh.id);
});
