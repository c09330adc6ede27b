import type { ErrorCode } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { startBitbucket } from '../../support/hosts/bitbucket.ts';
import { refused as refusedWith } from '../../support/hosts/bitbucket-shown.ts';
import type { Answer } from '../../support/hosts/stand-in.ts';
import { draft, opened, token } from './support.ts';

const missingScope = {
  type: 'error',
  error: {
    message: 'Your credentials lack one or more required privilege scopes.',
    detail: { granted: ['repository'], required: ['pullrequest:write'] },
  },
};

const refused: { what: string; answer: Answer; code: ErrorCode; says: RegExp; retryAfterSeconds?: number }[] = [
  {
    what: 'a token that is wrong or has expired',
    answer: refusedWith(401, 'Token is invalid, expired, or not supported for this endpoint.'),
    code: 'code_host_unauthorized',
    says: /has expired or was revoked.*Token is invalid.*Make a new token with Repositories: Read and Write/,
  },
  {
    what: 'a scope that is missing',
    answer: { status: 403, body: missingScope },
    code: 'code_host_forbidden',
    says: /lacks a scope to .*: pullrequest:write\. Make one with/,
  },
  {
    what: 'a permission that is missing',
    answer: refusedWith(403, 'You do not have access to this repository.'),
    code: 'code_host_forbidden',
    says: /You do not have access.*may write to the repository/,
  },
  {
    what: 'a repository that is not shown',
    answer: refusedWith(404, 'Repository acme/docs not found'),
    code: 'repository_not_found',
    says: /does not show acme\/docs/,
  },
  {
    what: 'any other refusal, with what is wrong by field',
    answer: refusedWith(400, 'Bad request', { source: ['branch not found: copydesk/job_1'] }),
    code: 'pull_request_failed',
    says: /with 400\. It says: "Bad request; source: branch not found: copydesk\/job_1"/,
  },
  {
    what: 'a limit',
    answer: { status: 429, body: 'Rate limit for this resource has been exceeded', headers: { 'retry-after': '37' } },
    code: 'code_host_limited',
    says: /wait for 37 seconds/,
    retryAfterSeconds: 37,
  },
  {
    what: 'a request that took too long',
    answer: { status: 555, body: '' },
    code: 'code_host_unreachable',
    says: /answered with 555/,
  },
  {
    what: 'something that is not its API',
    answer: { status: 200, body: '<html>' },
    code: 'code_host_unreachable',
    says: /not as its API does/,
  },
];

test.each(refused)('says what $what means', async ({ answer, code, says, retryAfterSeconds }) => {
  await using host = await startBitbucket();
  host.faults.push({ how: { instead: answer }, on: ({ path }) => path.endsWith('/pullrequests') });
  const client = opened(host);
  for (const ask of [
    () => client.find(draft.headRef),
    () => client.open(draft),
    () => client.changesSince(new Date(0)),
  ]) {
    const error = await ask().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code, message: expect.stringMatching(says), retryAfterSeconds });
    expect(JSON.stringify([error, String((error as Error).cause)])).not.toContain(token);
  }
});

test('a renamed repository is named by its new name', async () => {
  await using host = await startBitbucket({ path: 'other-team/manual', formerPath: 'acme/docs' });
  await expect(opened(host).find(draft.headRef)).rejects.toMatchObject({
    code: 'repository_moved',
    message: expect.stringContaining('has moved to other-team/manual.'),
  });
});

test('neither a redirect nor the address of a page sends the token to another server', async () => {
  await using host = await startBitbucket();
  await using elsewhere = await startBitbucket();
  const location = `${elsewhere.apiUrl}/repositories/acme/docs/pullrequests`;
  host.faults.push({ how: { instead: { status: 301, body: '', headers: { location } } }, times: 1 });
  await expect(opened(host).find(draft.headRef)).rejects.toMatchObject({
    code: 'code_host_unreachable',
    retryable: false,
  });
  host.faults.push({ how: { instead: { status: 200, body: { values: [], next: location } } }, times: 1 });
  expect(await opened(host).find(draft.headRef)).toBeUndefined();
  expect(elsewhere.requests).toEqual([]);
});
