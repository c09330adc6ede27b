import { CopydeskError } from '@copydesk/contract';
import { expect, test, vi } from 'vitest';
import { filesHolding } from '../../../src/worker/verify/files-holding.ts';

function find(failure: Error): Promise<string[]> {
  const failing = filesHolding({ search: vi.fn<() => Promise<never>>().mockRejectedValue(failure) }, 'docs');
  return failing('acme.dev', 8);
}

test('a search without time left in its turn finds nothing, and does not fail the job', async () => {
  const spent = new CopydeskError(
    'invalid_request',
    'Nothing was searched: the searches of this turn have taken 300 seconds.',
  );
  expect(await find(spent)).toEqual([]);
});

test('a repository that cannot be read is reported', async () => {
  const broken = new CopydeskError('repository_invalid', 'The repository lacks a file.');
  await expect(find(broken)).rejects.toBe(broken);
});
