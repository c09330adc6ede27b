import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HostAccess } from '../../../src/code-hosts/access.ts';
import { github } from '../../../src/code-hosts/github/github.ts';
import { githubAccess, tokenOf } from '../../support/hosts/github-access.ts';
import { refusals } from '../../support/hosts/github-faults.ts';
import type { GithubRepository } from '../../support/hosts/github-state.ts';
import { startGithub } from '../../support/hosts/github.ts';
import type { GithubStandIn } from '../../support/hosts/github.ts';

let host: GithubStandIn;
let repository: GithubRepository;

beforeEach(async () => {
  host = await startGithub();
  host.accounts.set('ghp_test', { login: 'copydesk-bot', type: 'User', scopes: 'repo, workflow' });
  repository = host.add('acme/docs', { labels: new Set(['docs']) });
  repository.roles.set('copydesk-bot', 'write').set('ada', 'admin');
});

afterEach(() => host[Symbol.asyncDispose]());

async function check(change: Partial<HostAccess> = {}) {
  return await github.open(githubAccess(host.apiUrl, change)).check();
}

/** Returns the failed checks only. */
async function missing(change: Partial<HostAccess> = {}): Promise<string[]> {
  return (await check(change)).filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`);
}

test('a check without problems reports each part, and leaves nothing behind', async () => {
  const checks = await check({ labels: ['docs', 'new'], reviewers: ['ada'] });
  expect(checks).toEqual([
    { name: 'token', ok: true, detail: 'The classic token is valid for copydesk-bot, with the scopes repo, workflow.' },
    { name: 'repository', ok: true, detail: 'acme/docs is visible, and private.' },
    { name: 'push branches', ok: true, detail: 'Branches may be pushed.' },
    { name: 'open pull requests', ok: true, detail: 'Pull requests may be opened, commented on and labelled.' },
    {
      name: 'base branch',
      ok: true,
      detail: 'The default branch main is there and protected: Copydesk never pushes to it.',
    },
    { name: 'checks', ok: true, detail: 'What checks and deployments say of a commit can be read.' },
    { name: 'labels', ok: true, detail: 'GitHub will make new when first used.' },
    { name: 'reviewers', ok: true, detail: 'All reviewers may be asked.' },
    { name: 'rate limit', ok: true, detail: 'Of 5000 requests per hour 4999 are left.' },
  ]);
  expect(repository.pulls).toEqual([]);
  expect(repository.comments).toEqual([]);
  expect([...repository.heads.keys()]).toEqual(['main']);
});

const ofChecks = { checks: 'read', statuses: 'read', deployments: 'read' } as const;

const fineGrained = { login: 'copydesk-bot', type: 'User' as const };

interface Case {
  what: string;
  prepare?: () => void;
  change?: Partial<HostAccess>;
  reported: RegExp[];
}

function account(as: { scopes?: string; expires?: string; permissions?: Record<string, 'read' | 'write'> }) {
  return (): void => {
    host.accounts.set('ghp_test', { ...fineGrained, ...as });
  };
}

test.each<Case>([
  {
    what: 'a wrong token',
    change: { credential: tokenOf('ghp_wrong') },
    reported: [/^token: GitHub does not accept the token \(Bad credentials\)/u],
  },
  {
    what: 'a classic token without scopes',
    prepare: account({ scopes: '' }),
    reported: [/^token: The classic token of copydesk-bot has the scopes none, and needs repo/u],
  },
  {
    what: 'a classic token for public repositories',
    prepare: account({ scopes: 'public_repo' }),
    reported: [/^repository: .*the classic token has the scopes public_repo, and needs repo/u],
  },
  {
    what: 'a token that has expired',
    prepare: account({ scopes: 'repo', expires: '2020-01-01 00:00:00 UTC' }),
    reported: [/^token: The token has expired on 2020-01-01/u],
  },
  {
    what: 'the token of an installation',
    prepare: () => {
      host.accounts.set('ghp_test', { login: 'x[bot]', type: 'Bot' });
    },
    reported: [/^token: .*lasts for an hour.*of the App instead/u],
  },
  {
    what: 'a repository that is not there',
    change: { repository: 'acme/nothing' },
    reported: [/^repository: GitHub finds no acme\/nothing/u],
  },
  {
    what: 'a repository under its former name',
    prepare: () => {
      repository.formerNames.push('acme/old');
    },
    change: { repository: 'acme/old' },
    reported: [/^repository: The repository acme\/old is acme\/docs now/u],
  },
  {
    what: 'an archived repository',
    prepare: () => {
      repository.archived = true;
    },
    reported: [/^repository: acme\/docs is archived/u],
  },
  {
    what: 'an account that may read alone',
    prepare: () => {
      repository.roles.set('copydesk-bot', 'read');
    },
    reported: [
      /^push branches: The account of the token may not push/u,
      /^open pull requests: The credential may read acme\/docs, but not write to it/u,
    ],
  },
  {
    what: 'a fine-grained token without contents',
    prepare: account({ permissions: { contents: 'read', pull_requests: 'write', ...ofChecks } }),
    reported: [/^push branches: .*It needs "Contents: read and write"/u],
  },
  {
    what: 'a fine-grained token without pull requests',
    prepare: account({ permissions: { contents: 'write', ...ofChecks } }),
    reported: [/^open pull requests: .*It needs "Pull requests: read and write"/u],
  },
  {
    what: 'a fine-grained token that sees no check runs and deployments',
    prepare: account({ permissions: { contents: 'write', pull_requests: 'write', statuses: 'read' } }),
    reported: [
      /^checks: GitHub does not show check runs, deployments of acme\/docs.*Give the token .*"Actions: read"/u,
    ],
  },
  {
    what: 'rules against new branches',
    prepare: () => {
      repository.rules.push({ prefix: 'copydesk/', type: 'creation', ruleset_id: 1 });
      repository.rules.push({ prefix: '', type: 'required_signatures', ruleset_id: 2 });
    },
    reported: [/^push branches: .*creation, required signatures.*Leave copydesk\/\*\* out/u],
  },
  {
    what: 'an empty repository',
    prepare: () => {
      repository.heads.clear();
    },
    reported: [/^base branch: acme\/docs has no branch main/u],
  },
  {
    what: 'reviewers who may not be asked',
    change: { reviewers: ['ada', 'stranger', 'other/team', 'acme/nobody'] },
    reported: [/^reviewers: stranger, other\/team, acme\/nobody cannot be asked/u],
  },
  {
    what: 'single sign-on',
    prepare: () => {
      host.rule = ({ path }) => (path.startsWith('/repos') ? refusals.saml() : undefined);
    },
    reported: [/^repository: .*single sign-on/u],
  },
  {
    what: 'a limit that is used up',
    prepare: () => {
      host.rule = () => refusals.primaryLimit(Date.now() / 1000 + 600);
    },
    reported: [/^token: GitHub's limit of requests per hour/u],
  },
  {
    what: 'a base address that is of something else',
    prepare: () => {
      host.rule = () => ({ status: 200, body: '<html>Welcome</html>' });
    },
    reported: [/^token: .*something that GitHub does not/u],
  },
])('$what is reported', async ({ prepare, change, reported }) => {
  prepare?.();
  expect(await missing(change)).toEqual(reported.map((detail): unknown => expect.stringMatching(detail)));
  expect(repository.pulls).toEqual([]);
});

test('a rule that the account may bypass is not reported', async () => {
  repository.rules.push({ prefix: 'copydesk/', type: 'creation', ruleset_id: 1, bypass: 'always' });
  repository.rules.push({ prefix: '', type: 'non_fast_forward', ruleset_id: 2 });
  expect(await missing()).toEqual([]);
});

test('the check reports what a fine-grained token with only Actions cannot see', async () => {
  const permissions = { contents: 'write', pull_requests: 'write', actions: 'read', statuses: 'read' } as const;
  account({ permissions: { ...permissions, deployments: 'read' } })();
  expect((await check()).find(({ name }) => name === 'checks')).toEqual({
    name: 'checks',
    ok: true,
    detail: expect.stringContaining('check runs of other Apps only by an App or a classic token') as string,
  });
});

test('a token that expires soon is accepted, and reported', async () => {
  const expires = `${new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)} 00:00:00 UTC`;
  host.accounts.set('github_pat_1', {
    ...fineGrained,
    permissions: { contents: 'write', pull_requests: 'write' },
    expires,
  });
  const [token] = await check({ credential: tokenOf('github_pat_1') });
  expect(token).toMatchObject({ name: 'token', ok: true, detail: expect.stringContaining('expires soon') as string });
});

test('an App is reported by its name, and so is a missing installation', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  host.app = {
    id: '77',
    slug: 'our-docs',
    publicKey,
    installationId: 5,
    suspendedAt: null,
    made: 0,
    permissions: { contents: 'write', pull_requests: 'write', ...ofChecks },
    repositories: ['acme/docs'],
  };
  const credential = { kind: 'app' as const, appId: '77', privateKey };
  expect(await missing({ credential })).toEqual([]);
  host.app.repositories = [];
  expect(await missing({ credential })).toEqual([
    expect.stringMatching(/^app: The GitHub App our-docs is not installed for acme\/docs/u),
  ]);
  expect(await missing({ credential: { ...credential, appId: '78' } })).toEqual([expect.stringMatching(/^app: /u)]);
});
