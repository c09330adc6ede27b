import { Me, ShareList } from '@copydesk/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { expectProblem, sendWhenThereIsRoom, startApi } from '../support/api.ts';

test('a project has at most fifty links, even with concurrent requests', async () => {
  await using api = await startApi();
  const path = `/v1/projects/${api.project.id}/shares`;
  const replies = await Promise.all(
    Array.from({ length: 53 }, () => sendWhenThereIsRoom(api, 'POST', path, { body: {} })),
  );
  const refused = replies.filter(({ status }) => status !== 201);
  expect(refused).toHaveLength(3);
  for (const reply of refused) expectProblem(reply, 'too_many_shares');
});

test('an idempotency key is refused while its first request is in flight, and is free after that one failed', async () => {
  await using api = await startApi();
  const path = `/v1/projects/${api.project.id}/shares`;
  const request = { body: { name: 'Board' }, headers: { 'idempotency-key': 'slow' } };
  const { id } = Me.parse((await api.send('GET', '/v1/me')).json);
  await api.db.transaction().execute(async (transaction) => {
    // Stands for another process that has begun to create a link with the same key.
    const held = `made/${api.project.organisationId}/key/${id} slow`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${held}, 0))`.execute(transaction);
    const refused = await api.send('POST', path, request);
    expectProblem(refused, 'idempotency_key_in_flight');
    expect(refused.headers.get('retry-after')).toBe('1');
  });
  expect((await api.send('POST', path, request)).status).toBe(201);
  expect(ShareList.parse((await api.send('GET', path)).json).shares).toHaveLength(1);
});
