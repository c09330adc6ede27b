import { expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';

test('refuses a name that is too long, not a text, or cannot be stored', async () => {
  await using api = await startApi();
  const path = `/v1/projects/${api.project.id}/shares`;
  for (const name of ['x'.repeat(101), 7, null, 'a\0b', '\uD800']) {
    const problem = expectProblem(await api.send('POST', path, { body: { name } }), 'invalid_request');
    expect(problem.errors).toMatchObject([{ pointer: '/name' }]);
  }
  expectProblem(
    await api.send('POST', path, { body: '{', headers: { 'content-type': 'application/json' } }),
    'invalid_json',
  );
});
