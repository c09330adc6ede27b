import { expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';

test('refuses an empty path, and one that no file can have', async () => {
  await using api = await startApi();
  const { id } = await api.newJob();
  for (const path of ['', 'x'.repeat(1_001)]) {
    const reply = await api.send('GET', `/v2/agent/${api.project.id}/job/${id}/pages?path=${path}`);
    expect(expectProblem(reply, 'invalid_request').errors).toMatchObject([{ parameter: 'path' }]);
  }
});
