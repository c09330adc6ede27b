import { expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';

test('a key of a project cannot create a key for all projects', async () => {
  await using api = await startApi();
  const key = await api.newKey({ projectId: api.project.id });
  const body = { name: 'ci', scopes: ['agent:read'], projectId: null };
  const { detail } = expectProblem(await api.send('POST', '/v1/keys', { key, body }), 'insufficient_scope');
  expect(detail).toContain('projectId');
});
