import { z } from 'zod';
import type { HostAccess } from '../access.ts';
import type { HostedCodeHost } from '../code-host.ts';
import { basic } from '../requests/basic-authorization.ts';
import type { HostModule } from '../host-module.ts';
import { changesSince } from './change/changes.ts';
import { checkAccess } from './check.ts';
import { githubClient } from './client.ts';
import type { GithubClient } from './client.ts';
import { commentOnce } from './change/comments.ts';
import { checksOf } from './checks/commit-checks.ts';
import { logOf } from './checks/logs.ts';
import { mergePullRequest } from './change/merge.ts';
import { mergeStanding } from './change/merge-standing.ts';
import { findPullRequest, openPullRequest, readPullRequest, updatePullRequest } from './change/pull-requests.ts';
import { pullRequestOf } from './change/pull-request-of.ts';
import { readGithubWebhook } from './webhook.ts';

/** GitHub, and GitHub Enterprise by its base address. */
export const github: HostModule = {
  open,
  /** https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/authenticating-as-a-github-app-installation */
  gitAuthorization: async (access) => basic('x-access-token', await githubClient(access).credential.token()),
  renewGitAuthorization(access, refused) {
    const token = Buffer.from(refused.replace(/^Basic /u, ''), 'base64')
      .toString('utf8')
      .replace('x-access-token:', '');
    return githubClient(access).credential.forget(`token ${token}`);
  },
  readWebhook: readGithubWebhook,
  pullRequestOf: async (access, commit) => await pullRequestOf(githubClient(access), commit),
};

function open(access: HostAccess): HostedCodeHost {
  const client = githubClient(access);
  return {
    find: async (headRef) => await findPullRequest(client, headRef),
    open: async (draft) => await openPullRequest(client, draft),
    update: async (number, draft) => await updatePullRequest(client, number, draft),
    read: async (number) => await readPullRequest(client, number),
    changesSince: async (since) => await changesSince(client, since),
    mayWrite: async (login) => await mayWrite(client, login),
    comment: async (draft) => await commentOnce(client, draft),
    checksOf: async (commit) => await checksOf(client, commit),
    logOf: async (commit, key, bytes) => await logOf(client, commit, key, bytes),
    mergeStanding: async (number, since) => await mergeStanding(client, number, since),
    merge: async (order) => await mergePullRequest(client, order),
    check: async () => await checkAccess(client),
  };
}

const Permission = z.object({ permission: z.string(), role_name: z.string().optional() });

/**
 * `permission` is the base of a role that an organisation defined;
 * https://docs.github.com/rest/collaborators/collaborators
 */
async function mayWrite(client: GithubClient, login: string): Promise<boolean> {
  const route = 'GET /repos/{owner}/{repo}/collaborators/{username}/permission';
  const answer = await client.try(route, { username: login });
  if (answer.status === 404) return false;
  const parsed = Permission.safeParse(answer.data);
  if (answer.status !== 200 || !parsed.success) throw await client.refusal(answer, route);
  const { permission, role_name: role = permission } = parsed.data;
  return writers.has(permission) || writers.has(role);
}

const writers = new Set(['admin', 'maintain', 'write']);
