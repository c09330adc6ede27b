import { expect, test } from 'vitest';
import { startGitLab } from '../../support/hosts/gitlab.ts';
import type { GitLabState } from '../../support/hosts/gitlab-state.ts';
import type { GitLabStandIn } from '../../support/hosts/gitlab.ts';
import { opened, token } from './support.ts';

test('passes every check, and leaves nothing behind', async () => {
  await using host = await startGitLab();
  const checks = await opened(host, { reviewers: ['wren'] }).check();
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(checks.map(({ name }) => name)).toEqual([
    'token',
    'version',
    'repository',
    'push branches',
    'open merge requests',
    'base branch',
    'checks',
    'reviewers',
  ]);
  expect(checks.map(({ detail }) => detail).join('\n')).toContain('expires on 2027-06-01');
  expect(host.state.mergeRequests).toEqual([]);
  expect(JSON.stringify(checks)).not.toContain(token);
});

/** The first failing check says what to do; checks that depend on it are skipped. */
const troubles: {
  what: string;
  change?: Partial<GitLabState>;
  make?: (host: GitLabStandIn) => void;
  name: string;
  says: RegExp;
}[] = [
  {
    what: 'a token that GitLab does not know',
    make: (host) => host.state.tokens.clear(),
    name: 'token',
    says: /does not accept the token/,
  },
  {
    what: 'a token that may only read',
    make: (host) => setToken(host, { scopes: ['read_api', 'read_repository'] }),
    name: 'token',
    says: /has the scopes read_api, read_repository, and needs api/,
  },
  {
    what: 'a token that has expired',
    make: (host) => setToken(host, { expiresAt: '2026-11-01' }),
    name: 'token',
    says: /has expired on 2026-11-01/,
  },
  {
    what: 'a project that is not there',
    change: { path: 'acme/other' },
    name: 'repository',
    says: /does not show acme\/handbook\/docs/,
  },
  { what: 'an archived project', change: { archived: true }, name: 'repository', says: /Unarchive it/ },
  { what: 'no merge requests', change: { mergeRequestsEnabled: false }, name: 'repository', says: /switched off/ },
  {
    what: 'a renamed project',
    change: { path: 'acme/manual', formerPath: 'acme/handbook/docs' },
    name: 'repository',
    says: /has moved to acme\/manual/,
  },
  {
    what: 'a role that is too low',
    make: (host) => setLevel(host, 20),
    name: 'push branches',
    says: /access level 20 .* needs at least 30 \(Developer\)/,
  },
  {
    what: 'a rule that protects all branches',
    change: {
      protectedBranches: [
        { name: 'main', push_access_levels: [{ access_level: 40 }] },
        { name: 'copy*', push_access_levels: [{ access_level: 40 }] },
      ],
    },
    name: 'push branches',
    says: /The rule "copy\*" protects branches such as copydesk\/check/,
  },
  {
    what: 'a default branch that is gone',
    change: { head: () => Promise.resolve(undefined) },
    name: 'base branch',
    says: /404 Branch Not Found/,
  },
];

test.each(troubles)('finds $what', async ({ change, make, name, says }) => {
  await using host = await startGitLab(change);
  make?.(host);
  const checks = await opened(host).check();
  expect(checks.find(({ ok }) => !ok)).toMatchObject({ name, detail: expect.stringMatching(says) });
  expect(JSON.stringify(checks)).not.toContain(token);
});

test('advises to show the pipelines', async () => {
  await using host = await startGitLab();
  host.state.automation.isOn = false;
  expect((await opened(host).check()).at(-1)).toEqual({
    name: 'checks',
    ok: false,
    detail: expect.stringContaining('does not show the pipelines of acme/handbook/docs'),
    isAdvice: true,
  });
});

test('warns of a token that expires soon', async () => {
  await using host = await startGitLab();
  setToken(host, { expiresAt: '2026-11-25' });
  const [first] = await opened(host).check();
  expect(first).toMatchObject({ ok: true, detail: expect.stringContaining('It expires soon, on 2026-11-25') });
});

test('finds reviewers who are not there, or no members', async () => {
  await using host = await startGitLab();
  host.state.users.push({ id: 12, username: 'passer-by', accessLevel: 0 });
  for (const [name, says] of [
    ['nobody', 'knows no account nobody'],
    ['passer-by', 'is no member'],
  ]) {
    const checks = await opened(host, { reviewers: [name ?? ''] }).check();
    expect(checks.at(-1)).toEqual({
      name: 'reviewers',
      ok: false,
      detail: expect.stringContaining(says ?? ''),
      isAdvice: true,
    });
  }
});

test('says that GitLab cannot be reached', async () => {
  const host = await startGitLab();
  await host[Symbol.asyncDispose]();
  expect(await opened(host).check()).toEqual([
    { name: 'token', ok: false, detail: expect.stringContaining('cannot be reached: it refuses connections') },
  ]);
});

function setToken(host: GitLabStandIn, change: object): void {
  Object.assign(host.state.tokens.get(token) ?? {}, change);
}

function setLevel(host: GitLabStandIn, accessLevel: number): void {
  Object.assign(host.state.users[0] ?? {}, { accessLevel });
}
