import { expect, test } from 'vitest';
import { startGitea } from '../../support/hosts/gitea.ts';
import type { GiteaState } from '../../support/hosts/gitea-state.ts';
import { opened, token } from './support.ts';

test('passes every check, and leaves nothing behind', async () => {
  await using host = await startGitea({ version: '13.0.2+gitea-1.22.0' });
  const checks = await opened(host, { labels: ['docs'], reviewers: ['wren'] }).check();
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(checks.map(({ name }) => name)).toEqual([
    'token',
    'version',
    'repository',
    'push branches',
    'open pull requests',
    'comment',
    'base branch',
    'labels',
    'reviewers',
  ]);
  expect(checks[1]?.detail).toBe('Forgejo 13.0.2+gitea-1.22.0');
  expect([host.state.pullRequests, host.state.comments]).toEqual([[], []]);
  expect(JSON.stringify(checks)).not.toContain(token);
});

const scopes = (...given: string[]): Partial<GiteaState> => ({
  tokens: new Map([[token, { login: 'copydesk-bot', scopes: given }]]),
});

const reader: Partial<GiteaState> = { users: [{ id: 2, login: 'copydesk-bot', permission: 'read' }] };

const administrator: Partial<GiteaState> = {
  users: [{ id: 2, login: 'copydesk-bot', permission: 'admin' }],
  protections: [
    { rule_name: 'copydesk/**', enable_push: true, enable_push_whitelist: true, push_whitelist_usernames: ['wren'] },
  ],
};

const troubles: { what: string; change: Partial<GiteaState>; name: string; says: RegExp }[] = [
  {
    what: 'a token that is not known',
    change: { tokens: new Map() },
    name: 'token',
    says: /does not accept the token/,
  },
  {
    what: 'a token without read:user',
    change: scopes('write:repository', 'write:issue'),
    name: 'token',
    says: /lacks a scope to read its own account .*read:user/,
  },
  {
    what: 'a token without a scope for the repository',
    change: scopes('read:user'),
    name: 'repository',
    says: /lacks a scope to read the repository/,
  },
  {
    what: 'a token that may only read',
    change: scopes('read:user', 'read:repository', 'write:issue'),
    name: 'push branches',
    says: /lacks a scope to push a branch .*required=\[write:repository\]/,
  },
  {
    what: 'a token that may not comment',
    change: scopes('read:user', 'write:repository'),
    name: 'comment',
    says: /lacks a scope to comment .*required=\[write:issue\]/,
  },
  {
    what: 'a repository that is not there',
    change: { path: 'acme/other' },
    name: 'repository',
    says: /does not show acme\/docs/,
  },
  {
    what: 'a renamed repository',
    change: { path: 'acme/manual', formerPath: 'acme/docs' },
    name: 'repository',
    says: /has moved to acme\/manual/,
  },
  { what: 'an archived repository', change: { archived: true }, name: 'repository', says: /Unarchive it/ },
  { what: 'a mirror', change: { mirror: true }, name: 'repository', says: /is a mirror/ },
  { what: 'no pull requests', change: { hasPullRequests: false }, name: 'repository', says: /switched off/ },
  {
    what: 'an account that may only read',
    change: reader,
    name: 'push branches',
    says: /Make it a collaborator who may write/,
  },
  {
    what: 'a rule that protects the branches of jobs',
    change: administrator,
    name: 'push branches',
    says: /The rule "copydesk\/\*\*" protects/,
  },
];

test.each(troubles)('finds $what', async ({ change, name, says }) => {
  await using host = await startGitea(change);
  const checks = await opened(host).check();
  expect(checks.find(({ ok }) => !ok)).toMatchObject({ name, detail: expect.stringMatching(says) });
  expect(JSON.stringify(checks)).not.toContain(token);
});

test('finds labels and reviewers that are not there', async () => {
  await using host = await startGitea();
  const checks = await opened(host, { labels: ['docs', 'nope'], reviewers: ['nobody'] }).check();
  expect(checks.filter(({ ok }) => !ok)).toEqual([
    { name: 'labels', ok: false, detail: expect.stringContaining('There is no label nope'), isAdvice: true },
    {
      name: 'reviewers',
      ok: false,
      detail: expect.stringContaining('No review can be asked of nobody'),
      isAdvice: true,
    },
  ]);
});
