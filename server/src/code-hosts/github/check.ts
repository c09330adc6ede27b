import { z } from 'zod';
import type { HostCheck } from '../code-host.ts';
import { expiryText, missing, runCheck, runOptionalCheck } from '../run-check.ts';
import type { App } from './access/app.ts';
import { branchesMayBePushed } from './checks/check-push.ts';
import { checksMayBeRead } from './checks/check-reading.ts';
import { labelsAreThere, reviewersAreThere } from './checks/check-settings.ts';
import type { GithubClient } from './client.ts';
import { writeRefusal } from './access/write-refusal.ts';

/**
 * Tests what Copydesk needs. A request that would leave something behind is built so that GitHub refuses it for another
 * reason once the permission exists: GitHub checks the permission first, and returns 403 or 404 when it is missing.
 */
export async function checkAccess(client: GithubClient): Promise<HostCheck[]> {
  const { app } = client.credential;
  const credential =
    app === undefined
      ? await runCheck('token', () => tokenIsGood(client))
      : await runCheck('app', () => appIsGood(client, app));
  if (!credential.ok) return [credential];
  let found: Repository | undefined;
  const repository = await runCheck('repository', async () => {
    found = await client.ask(Repository, 'GET /repos/{owner}/{repo}');
    return describeIfUsable(found);
  });
  if (found === undefined || !repository.ok) return [credential, repository];
  const { default_branch: base, permissions } = found;
  const { labels, reviewers } = client.access;
  return [
    credential,
    repository,
    await runCheck('push branches', () => branchesMayBePushed(client, permissions?.push)),
    await runCheck('open pull requests', () => pullRequestsMayBeOpened(client, base)),
    await runCheck('base branch', () => baseBranchIsThere(client, base)),
    await runOptionalCheck('checks', () => checksMayBeRead(client, base)),
    ...(labels.length > 0 ? [await runOptionalCheck('labels', () => labelsAreThere(client))] : []),
    ...(reviewers.length > 0 ? [await runOptionalCheck('reviewers', () => reviewersAreThere(client))] : []),
    await runCheck('rate limit', () => requestsAreLeft(client)),
  ];
}

const Repository = z.object({
  full_name: z.string(),
  default_branch: z.string(),
  private: z.boolean(),
  archived: z.boolean().optional(),
  disabled: z.boolean().optional(),
  /** The account's permissions; a fine-grained token or an App may be allowed less. */
  permissions: z.object({ push: z.boolean() }).optional(),
});

type Repository = z.infer<typeof Repository>;

async function tokenIsGood(client: GithubClient): Promise<string> {
  const answer = await client.try('GET /user');
  if (answer.status === 403 && /by integration/iu.test(JSON.stringify(answer.data))) {
    throw missing(
      "This is the token of an App's installation, which lasts for an hour at most. Give the id and private key of the App instead, or the token of an account.",
    );
  }
  if (answer.status !== 200) throw await client.refusal(answer, 'GET /user');
  const { login } = client.read(z.object({ login: z.string() }), answer, 'GET /user');
  const ends = expiryText(answer.headers['github-authentication-token-expiration'], client.access.now());
  const scopes = answer.headers['x-oauth-scopes'];
  if (scopes === undefined) return `The token is valid for ${login}.${ends}`;
  const granted = new Set(scopes.split(',').map((scope) => scope.trim()));
  if (!granted.has('repo') && !granted.has('public_repo')) {
    throw missing(
      `The classic token of ${login} has the scopes ${scopes === '' ? 'none' : scopes}, and needs repo (public_repo for a public repository). Add it to the token.`,
    );
  }
  return `The classic token is valid for ${login}, with the scopes ${scopes}.${ends}`;
}

async function appIsGood(client: GithubClient, app: App): Promise<string> {
  const login = await app.login();
  const { status } = await app.try('GET /repos/{owner}/{repo}/installation');
  if (status === 404) {
    throw missing(
      `The GitHub App ${login.replace('[bot]', '')} is not installed for ${client.access.repository}. Install it there, from its page at GitHub ("Install App").`,
    );
  }
  await client.credential.token();
  return `The GitHub App ${login.replace('[bot]', '')} is installed with the permissions that it needs; it acts as ${login}.`;
}

function describeIfUsable({ full_name: name, archived, disabled, private: isPrivate }: Repository): string {
  if (archived === true)
    throw missing(`${name} is archived, so nothing can be written to it. Unarchive it in its settings.`);
  if (disabled === true) throw missing(`${name} is disabled at GitHub. Its owner must clarify that with GitHub.`);
  return `${name} is visible, and ${isPrivate ? 'private' : 'public'}.`;
}

/**
 * Requests a pull request from a branch to itself, which GitHub would never open.
 * https://docs.github.com/rest/pulls/pulls#create-a-pull-request
 */
async function pullRequestsMayBeOpened(client: GithubClient, base: string): Promise<string> {
  const route = 'POST /repos/{owner}/{repo}/pulls';
  const answer = await client.try(route, { title: 'Check of permissions', head: base, base });
  if (answer.status !== 422) throw await writeRefusal(client, answer, route);
  return 'Pull requests may be opened, commented on and labelled.';
}

async function baseBranchIsThere(client: GithubClient, branch: string): Promise<string> {
  const route = 'GET /repos/{owner}/{repo}/branches/{branch}';
  const answer = await client.try(route, { branch });
  if (answer.status === 404)
    throw missing(`${client.access.repository} has no branch ${branch}: it is empty. Push the docs first.`);
  if (answer.status !== 200) throw await client.refusal(answer, route);
  const isProtected = client.read(z.object({ protected: z.boolean().optional() }), answer, route).protected === true;
  const protection = isProtected ? ' and protected: Copydesk never pushes to it' : '';
  return `The default branch ${branch} is there${protection}.`;
}

const RateLimit = z.object({
  resources: z.object({ core: z.object({ limit: z.int(), remaining: z.int(), reset: z.int() }) }),
});

/** GitHub Enterprise returns 404 when limits are switched off. */
async function requestsAreLeft(client: GithubClient): Promise<string> {
  const answer = await client.try('GET /rate_limit');
  const core = RateLimit.safeParse(answer.data).data?.resources.core;
  if (core === undefined) return 'Requests are not limited.';
  const until = new Date(core.reset * 1000).toISOString();
  if (core.remaining < 50)
    throw missing(
      `Of ${core.limit} requests per hour ${core.remaining} are left until ${until}. Something else uses this credential: give Copydesk one of its own.`,
    );
  return `Of ${core.limit} requests per hour ${core.remaining} are left.`;
}
