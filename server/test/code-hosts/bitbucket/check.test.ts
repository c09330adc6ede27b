import { expect, test } from 'vitest';
import { allScopes, startBitbucket } from '../../support/hosts/bitbucket.ts';
import { bot, wren } from '../../support/hosts/bitbucket-state.ts';
import type { BitbucketState } from '../../support/hosts/bitbucket-state.ts';
import { opened, token } from './support.ts';

test('passes every check, and leaves nothing behind', async () => {
  await using host = await startBitbucket();
  const checks = await opened(host, { reviewers: [wren] }).check();
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(checks.map(({ name }) => name)).toEqual([
    'token',
    'repository',
    'push branches',
    'open pull requests',
    'base branch',
    'work by comments',
    'logs',
    'reviewers',
  ]);
  expect([host.state.pullRequests, host.state.comments]).toEqual([[], []]);
  expect(JSON.stringify(checks)).not.toContain(token);
});

const without = (...lacking: string[]): Partial<BitbucketState> => ({
  tokens: new Map([[token, { uuid: bot, scopes: allScopes.filter((scope) => !lacking.includes(scope)) }]]),
});

const troubles: { what: string; change: Partial<BitbucketState>; name: string; says: RegExp; isAdvice?: true }[] = [
  { what: 'a token that is not known', change: { tokens: new Map() }, name: 'token', says: /does not accept/ },
  {
    what: 'a token without a scope for the repository',
    change: without('repository'),
    name: 'repository',
    says: /lacks a scope to read the repository .*: repository\./,
  },
  { what: 'another repository', change: { path: 'acme/other' }, name: 'repository', says: /does not show acme\/docs/ },
  {
    what: 'a repository without commits',
    change: { mainBranch: undefined },
    name: 'repository',
    says: /has no commits/,
  },
  {
    what: 'a token that may only read',
    change: without('repository:write'),
    name: 'push branches',
    says: /lacks a scope to push a branch .*: repository:write\./,
  },
  {
    what: 'a token that may not read pull requests',
    change: without('pullrequest'),
    name: 'open pull requests',
    says: /lacks a scope to read pull requests/,
  },
  {
    what: 'a token that may not open pull requests',
    change: without('pullrequest:write'),
    name: 'open pull requests',
    says: /lacks a scope to open a pull request/,
  },
  {
    what: 'a token that is no administrator',
    change: without('repository:admin'),
    name: 'work by comments',
    says: /Repositories: Admin/,
    isAdvice: true,
  },
  {
    what: 'a token that may not read pipelines',
    change: without('pipeline'),
    name: 'logs',
    says: /Pipelines: Read/,
    isAdvice: true,
  },
];

test.each(troubles)('says what is missing: $what', async ({ change, name, says, isAdvice }) => {
  await using host = await startBitbucket(change);
  const failed = (await opened(host).check()).filter(({ ok }) => !ok);
  expect(failed).toEqual([{ name, ok: false, detail: expect.stringMatching(says), ...(isAdvice && { isAdvice }) }]);
});

test('advises about labels, which Bitbucket has not, and about reviewers by nickname', async () => {
  await using host = await startBitbucket();
  const failed = (await opened(host, { labels: ['docs'], reviewers: ['wren'] }).check()).filter(({ ok }) => !ok);
  expect(failed).toMatchObject([
    { name: 'labels', isAdvice: true, detail: expect.stringContaining('no labels') },
    { name: 'reviewers', isAdvice: true, detail: expect.stringContaining('by UUID') },
  ]);
});
