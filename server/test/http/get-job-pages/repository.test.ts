import { CopydeskError } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';

const codes = ['repository_not_found', 'repository_unauthorized', 'repository_unreachable', 'ref_not_found'] as const;

test.each(codes)('%s is reported as it is', async (code) => {
  await using api = await startApi({
    readJobPages: async () => {
      throw new CopydeskError(code, 'The repository cannot be read. Look at its address.');
    },
  });
  const { id } = await api.newJob();
  const reply = await api.send('GET', `/v2/agent/${api.project.id}/job/${id}/pages`);
  expect(expectProblem(reply, code).detail).toBe('The repository cannot be read. Look at its address.');
});
