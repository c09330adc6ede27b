import { test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';

test('refuses a body that is too large', async () => {
  await using api = await startApi();
  const path = `/v1/projects/${api.project.id}/shares`;
  expectProblem(await api.send('POST', path, { body: { name: 'x'.repeat(300_000) } }), 'payload_too_large');
});
