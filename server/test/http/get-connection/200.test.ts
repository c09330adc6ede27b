import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { hostedProject } from '../support/connection.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('answers how the project is connected, and when a webhook was last seen', async () => {
  const { id, path } = await hostedProject(api, 'https://github.com/acme/docs');
  await api.send('PUT', path, { body: { credential: { kind: 'token', token: 'a-token-of-a-test' } } });
  const seenAt = new Date('2026-01-05T09:31:12Z');
  await api.db
    .updateTable('code_host_connection')
    .set({ webhook_seen_at: seenAt })
    .where('project_id', '=', id)
    .execute();
  const reply = await api.send('GET', path);
  expect(reply).toMatchObject({
    status: 200,
    json: { host: 'github', hint: '…test', webhook: { seenAt: seenAt.toISOString() } },
  });
  expect(reply.text).not.toMatch(/secret|a-token/);
});

test('reports that a project is not connected', async () => {
  const { path } = await hostedProject(api, 'https://github.com/acme/other');
  const { detail } = expectProblem(await api.send('GET', path), 'not_found');
  expect(detail).toContain('not connected');
});
