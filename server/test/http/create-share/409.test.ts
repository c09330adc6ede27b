import { expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';

test('a project has fifty, also when they are made at once', async () => {
  await using api = await startApi();
  const path = `/v1/projects/${api.project.id}/shares`;
  const replies = await Promise.all(Array.from({ length: 53 }, () => api.send('POST', path, { body: {} })));
  const refused = replies.filter(({ status }) => status !== 201);
  expect(refused).toHaveLength(3);
  for (const reply of refused) expectProblem(reply, 'too_many_shares');
});
