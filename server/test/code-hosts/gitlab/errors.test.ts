import { expect, test } from 'vitest';
import type { ErrorCode } from '@copydesk/contract';
import { startGitLab } from '../../support/hosts/gitlab.ts';
import type { Answer, HostFault } from '../../support/hosts/stand-in.ts';
import { draft, opened, token } from './support.ts';

/** The shapes are those of https://docs.gitlab.com/api/rest/troubleshooting/ and lib/api/api_guard.rb of GitLab. */
const refused: { what: string; answer: Answer; code: ErrorCode; says: RegExp; retryAfterSeconds?: number }[] = [
  {
    what: 'a wrong token',
    answer: { status: 401, body: { message: '401 Unauthorized' } },
    code: 'code_host_unauthorized',
    says: /does not accept the token\. Create a new one with the scope api/,
  },
  {
    what: 'an expired token',
    answer: {
      status: 401,
      body: {
        error: 'invalid_token',
        error_description: 'Token is expired. You can either do re-authorization or token refresh.',
      },
    },
    code: 'code_host_unauthorized',
    says: /has expired/,
  },
  {
    what: 'a revoked token',
    answer: {
      status: 401,
      body: { error: 'invalid_token', error_description: 'Token was revoked. You have to re-authorize from the user.' },
    },
    code: 'code_host_unauthorized',
    says: /was revoked/,
  },
  {
    what: 'a scope that is missing',
    answer: {
      status: 403,
      body: {
        error: 'insufficient_scope',
        error_description: 'The request requires higher privileges than provided by the access token.',
        scope: 'api read_api',
      },
    },
    code: 'code_host_forbidden',
    says: /lacks a scope to list merge requests .* Make one with the scope api/,
  },
  {
    what: 'a role that is missing',
    answer: { status: 403, body: { message: '403 Forbidden' } },
    code: 'code_host_forbidden',
    says: /role Developer/,
  },
  {
    what: 'a blocked account',
    answer: { status: 403, body: { message: '403 Forbidden - Your account has been blocked.' } },
    code: 'code_host_unauthorized',
    says: /blocked/,
  },
  {
    what: 'a group that asks for single sign-on',
    answer: { status: 403, body: { message: "Cannot find valid SSO session. Please login via your group's SSO" } },
    code: 'code_host_unauthorized',
    says: /single sign-on/,
  },
  {
    what: 'a project that is not shown',
    answer: { status: 404, body: { message: '404 Project Not Found' } },
    code: 'repository_not_found',
    says: /does not show acme\/handbook\/docs/,
  },
  {
    what: 'a limit with Retry-After, in plain text',
    answer: { status: 429, body: 'Retry later\n', headers: { 'retry-after': '37' } },
    code: 'code_host_limited',
    says: /wait for 37 seconds/,
    retryAfterSeconds: 37,
  },
  {
    what: 'a limit with the second at which it ends',
    answer: {
      status: 429,
      body: { message: { error: 'Too many requests' } },
      headers: { 'ratelimit-reset': '1795262490' },
    },
    code: 'code_host_limited',
    says: /limits the number of requests/,
    retryAfterSeconds: 90,
  },
  {
    what: 'a limit that says nothing',
    answer: { status: 429, body: 'Retry later\n' },
    code: 'code_host_limited',
    says: /60 seconds/,
    retryAfterSeconds: 60,
  },
  {
    what: 'a bad gateway',
    answer: { status: 502, body: '<html>GitLab is not responding</html>' },
    code: 'code_host_unreachable',
    says: /answered with 502/,
  },
  {
    what: 'maintenance with a time',
    answer: { status: 503, body: '', headers: { 'retry-after': '120' } },
    code: 'code_host_unreachable',
    says: /503/,
    retryAfterSeconds: 120,
  },
  {
    what: 'a sign-in page',
    answer: { status: 200, body: '<html>Sign in</html>' },
    code: 'code_host_unreachable',
    says: /not as its API does/,
  },
  {
    what: 'a redirect to another server',
    answer: { status: 302, body: '', headers: { location: 'https://sso.example/login' } },
    code: 'code_host_unreachable',
    says: /redirect to https:\/\/sso\.example/,
  },
];

test.each(refused)('says what $what means', async ({ answer, code, says, retryAfterSeconds }) => {
  await using host = await startGitLab();
  host.faults.push({ how: { instead: answer }, on: ({ path }) => path.endsWith('/merge_requests') });
  const gitlab = opened(host);
  const all = [() => gitlab.find(draft.headRef), () => gitlab.open(draft), () => gitlab.changesSince(new Date(0))];
  for (const ask of all) {
    const error = await ask().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code, message: expect.stringMatching(says), retryAfterSeconds });
    expect(JSON.stringify([error, String((error as Error).cause)])).not.toContain(token);
  }
  // Nothing is repeated here, and nothing is sent elsewhere.
  expect(host.requests.filter(({ path }) => path.endsWith('/merge_requests'))).toHaveLength(3);
});

test('an archived project is reported, although GitLab only answers that the write is forbidden', async () => {
  await using host = await startGitLab({ archived: true });
  await expect(opened(host).open(draft)).rejects.toMatchObject({
    code: 'repository_archived',
    message: expect.stringContaining('Unarchive it'),
  });
});

test('a renamed project is named by its new name, when it is read and when it is written', async () => {
  await using host = await startGitLab({ path: 'acme/manual', formerPath: 'acme/handbook/docs' });
  const gitlab = opened(host, { login: 'project_42_bot_1' });
  const moved = { code: 'repository_moved', message: expect.stringContaining('has moved to acme/manual.') };
  await expect(gitlab.find(draft.headRef)).rejects.toMatchObject(moved);
  host.faults.push({ how: { instead: { status: 200, body: [] } }, times: 1 });
  await expect(gitlab.open(draft)).rejects.toMatchObject(moved);
  expect(host.state.mergeRequests).toEqual([]);
});

test('broken connections, a timeout and an absent server are distinguished, and may be retried', async () => {
  const host = await startGitLab();
  const faults: { how: HostFault['how']; says: RegExp }[] = [
    { how: 'cut', says: /the connection broke/ },
    { how: 'half', says: /the connection broke/ },
    { how: 'silence', says: /did not answer in time/ },
  ];
  for (const { how, says } of faults) {
    host.faults.push({ how, times: 1 });
    const asked = opened(host, { timeoutMilliseconds: how === 'silence' ? 50 : 10_000 }).find(draft.headRef);
    await expect(asked).rejects.toMatchObject({
      code: 'code_host_unreachable',
      retryable: true,
      message: expect.stringMatching(says),
    });
  }
  await host[Symbol.asyncDispose]();
  await expect(opened(host).find(draft.headRef)).rejects.toMatchObject({
    code: 'code_host_unreachable',
    message: expect.stringContaining('it refuses connections'),
  });
});

test('an objection of GitLab is reported without the token, on one line', async () => {
  await using host = await startGitLab();
  const message = { base: [`No merge request\nfor ${token}`], title: ["can't be blank"] };
  host.faults.push({ how: { instead: { status: 422, body: { message } } }, on: ({ method }) => method === 'POST' });
  await expect(opened(host).open(draft)).rejects.toMatchObject({
    code: 'pull_request_failed',
    retryable: false,
    message: expect.stringContaining(`"base: No merge request for …; title: can't be blank"`),
  });
});

test('another kind of credential is rejected before any request', async () => {
  await using host = await startGitLab();
  const credential = { kind: 'password', username: 'wren', password: 'secret' } as const;
  expect(() => opened(host, { credential })).toThrow(/access token/);
  expect(host.requests).toEqual([]);
});
