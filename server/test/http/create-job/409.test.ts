import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('an idempotency key is refused while its first request is in flight, and is free after that one failed', async () => {
  const path = `/v2/agent/${api.project.id}/job`;
  const request = { body: { prompt: 'x' }, headers: { 'idempotency-key': 'slow' } };
  await api.db.transaction().execute(async (transaction) => {
    // Stands for another process that has begun to accept a request with the same key.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${api.project.id}/slow`}, 0))`.execute(transaction);
    const refused = await api.send('POST', path, request);
    expectProblem(refused, 'idempotency_key_in_flight');
    expect(refused.headers.get('retry-after')).toBe('1');
  });
  expect((await api.send('POST', path, request)).status).toBe(201);
});
