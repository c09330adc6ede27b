import { expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import { hostedProject } from '../support/connection.ts';

async function lookup(): Promise<never> {
  return await Promise.reject(new Error('ENOTFOUND'));
}

test('an API of an unknown host is reported, and nothing is stored', async () => {
  await using other = await startApi({ guard: { lookup } });
  const { path } = await hostedProject(other, 'https://git.example.com/acme/docs');
  const credential = { kind: 'token', token: 'a-token-of-a-test' };
  const body = { host: 'gitea', apiUrl: 'https://nowhere.example.com/api/v1', credential };
  const { detail } = expectProblem(await other.send('PUT', path, { body }), 'code_host_unreachable');
  expect(detail).toContain('nowhere.example.com');
});
