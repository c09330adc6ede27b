import { CopydeskError } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';

const codes = [
  'repository_not_found',
  'repository_unauthorized',
  'code_host_forbidden',
  'repository_empty',
  'repository_unreachable',
  // The branch was deleted, and the clone that held its commits is gone.
  'ref_not_found',
] as const;

test.each(codes)('%s is reported as it is', async (code) => {
  await using api = await startApi({
    readDiff: async () => {
      throw new CopydeskError(code, 'The repository cannot be read. Look at its address.');
    },
  });
  const { id } = await api.newJob();
  const reply = await api.send('GET', `/v2/agent/${api.project.id}/job/${id}/diff`);
  expect(expectProblem(reply, code).detail).toBe('The repository cannot be read. Look at its address.');
  expect(reply.headers.get('retry-after')).toBe(code === 'repository_unreachable' ? '30' : null);
});
