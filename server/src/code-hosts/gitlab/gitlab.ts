import type { HostAccess } from '../access.ts';
import type { HostedCodeHost } from '../code-host.ts';
import { basic } from '../requests/basic-authorization.ts';
import type { HostModule } from '../host-module.ts';
import { changesSince } from './changes.ts';
import { check } from './check.ts';
import { gitlabClient, tokenOf } from './client.ts';
import { checksOf } from './commit-checks.ts';
import { logOf } from './logs.ts';
import { mergeMergeRequest, mergeStanding } from './merge.ts';
import { mergeRequests } from './merge-requests.ts';
import { noteOnce } from './notes.ts';
import { accessLevelOf, developer, userOf } from './reviewers.ts';
import type { GitLabClient } from './client.ts';
import { mergeRequestOf } from './merge-request-of.ts';
import { readWebhook } from './webhook.ts';

/** GitLab, as gitlab.com or self-hosted, with a personal, project or group access token. */
export const gitlab: HostModule = {
  open,
  // Any user name works with a token (https://docs.gitlab.com/user/profile/personal_access_tokens/).
  gitAuthorization: (access) => Promise.resolve(basic('oauth2', tokenOf(access))),
  readWebhook,
  pullRequestOf: async (access, commit) => await mergeRequestOf(gitlabClient(access), commit),
};

function open(access: HostAccess): HostedCodeHost {
  const client = gitlabClient(access);
  return {
    ...mergeRequests(client),
    changesSince: (since) => changesSince(client, since),
    mayWrite: (login) => mayWrite(client, login),
    comment: (draft) => noteOnce(client, draft),
    checksOf: (commit) => checksOf(client, commit),
    logOf: (_commit, key, bytes) => logOf(client, key, bytes),
    mergeStanding: (number) => mergeStanding(client, number),
    merge: (order) => mergeMergeRequest(client, order),
    check: () => check(client),
  };
}

async function mayWrite(client: GitLabClient, login: string): Promise<boolean> {
  const user = await userOf(client, login);
  return user !== undefined && (await accessLevelOf(client, user)) >= developer;
}
