import { expect, test } from 'vitest';
import type { ErrorCode } from '@copydesk/contract';
import { startGitea } from '../../support/hosts/gitea.ts';
import type { Answer } from '../../support/hosts/stand-in.ts';
import { draft, opened, token } from './support.ts';

/** The messages are those of routers/api/v1/api.go, services/context/api.go and services/auth of Gitea and Forgejo. */
const refused: { what: string; answer: Answer; code: ErrorCode; says: RegExp; retryAfterSeconds?: number }[] = [
  {
    what: 'a wrong token',
    answer: { status: 401, body: { message: 'invalid username, password or token' } },
    code: 'code_host_unauthorized',
    says: /does not accept the token\. Create a new one with the scopes write:repository, write:issue and read:user/,
  },
  {
    what: 'a password of an account with a second factor',
    answer: { status: 401, body: { message: 'Only two-factor authentication OTP is accepted' } },
    code: 'code_host_unauthorized',
    says: /requires a second factor/,
  },
  {
    what: 'a scope that is missing',
    answer: {
      status: 403,
      body: {
        message:
          'token does not have at least one of required scope(s), required=[read:repository], token scope=read:user',
      },
    },
    code: 'code_host_forbidden',
    says: /lacks a scope .* required=\[read:repository\]/,
  },
  {
    what: 'a permission that is missing',
    answer: { status: 403, body: { message: 'user should have a permission to write to a repo' } },
    code: 'code_host_forbidden',
    says: /Make it a collaborator who may write/,
  },
  {
    what: 'an account that is switched off',
    answer: {
      status: 403,
      body: { message: 'This account is prohibited from signing in, please contact your site administrator.' },
    },
    code: 'code_host_unauthorized',
    says: /refuses the token's account/,
  },
  {
    what: 'a repository that is not shown',
    answer: { status: 404, body: { message: "The target couldn't be found." } },
    code: 'repository_not_found',
    says: /does not show acme\/docs/,
  },
  {
    what: 'an archived repository',
    answer: { status: 423, body: { message: 'acme/docs is archived' } },
    code: 'repository_archived',
    says: /is archived/,
  },
  {
    what: 'a limit of a proxy in front',
    answer: { status: 429, body: 'Too Many Requests', headers: { 'retry-after': 'Sat, 21 Nov 2026 12:00:30 GMT' } },
    code: 'code_host_limited',
    says: /wait for 30 seconds/,
    retryAfterSeconds: 30,
  },
  {
    what: 'an error of the server',
    answer: { status: 500, body: { message: '' } },
    code: 'code_host_unreachable',
    says: /500/,
  },
  {
    what: 'a page of a proxy',
    answer: { status: 200, body: '<html>Making sure you are not a bot</html>' },
    code: 'code_host_unreachable',
    says: /not as its API does/,
  },
];

test.each(refused)('says what $what means', async ({ answer, code, says, retryAfterSeconds }) => {
  await using host = await startGitea();
  host.faults.push({ how: { instead: answer }, on: ({ path }) => path.endsWith('/pulls') });
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

test('a write to an archived repository is reported', async () => {
  await using host = await startGitea({ archived: true });
  await expect(opened(host).open(draft)).rejects.toMatchObject({ code: 'repository_archived' });
});

test('a renamed or transferred repository is named by its new name', async () => {
  await using host = await startGitea({ path: 'other-team/manual', formerPath: 'acme/docs' });
  await expect(opened(host).find(draft.headRef)).rejects.toMatchObject({
    code: 'repository_moved',
    message: expect.stringContaining('has moved to other-team/manual.'),
  });
});

test('a redirect to another server is not followed with the token', async () => {
  await using host = await startGitea();
  await using elsewhere = await startGitea();
  host.faults.push({
    how: { instead: { status: 301, body: '', headers: { location: `${elsewhere.apiUrl}/repos/acme/docs/pulls` } } },
  });
  await expect(opened(host).find(draft.headRef)).rejects.toMatchObject({
    code: 'code_host_unreachable',
    retryable: false,
  });
  expect(elsewhere.requests).toEqual([]);
});
