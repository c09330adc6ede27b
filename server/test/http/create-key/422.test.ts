import { expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';

test('an idempotency key is refused for another body, and nothing is created', async () => {
  await using api = await startApi();
  const headers = { 'idempotency-key': 'used' };
  const body = { name: 'ci', scopes: ['agent:read'] };
  await api.send('POST', '/v1/keys', { body, headers });
  const count = async () => (await api.db.selectFrom('api_key').select('id').execute()).length;
  const before = await count();
  for (const change of [{ name: 'other' }, { scopes: ['admin'] }, { expiresAt: null }, { projectId: api.project.id }]) {
    const reply = await api.send('POST', '/v1/keys', { body: { ...body, ...change }, headers });
    expectProblem(reply, 'idempotency_key_reused');
  }
  expect(await count()).toBe(before);
});
