import { test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';

test('refuses a body that is not JSON', async () => {
  await using api = await startApi();
  const sent = { body: 'name=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  expectProblem(await api.send('POST', `/v1/projects/${api.project.id}/shares`, sent), 'unsupported_media_type');
});
