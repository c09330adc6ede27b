import { expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';

test('refuses a key of one project', async () => {
  await using api = await startApi();
  const key = await api.newKey({ projectId: api.project.id });
  const { detail } = expectProblem(await api.send('GET', '/v1/health', { key }), 'insufficient_scope');
  expect(detail).toContain('whole server');
});

test('refuses a test key, which sees nothing of live work', async () => {
  await using api = await startApi();
  const key = await api.newKey({ test: true, scopes: ['admin'] });
  const { detail } = expectProblem(await api.send('GET', '/v1/health', { key }), 'insufficient_scope');
  expect(detail).toContain('Use a live key');
});
