import type { HostAccess } from '../access.ts';
import type { HostedCodeHost } from '../code-host.ts';
import { basic } from '../requests/basic-authorization.ts';
import type { HostModule } from '../host-module.ts';
import { changesSince } from './changes.ts';
import { check } from './check.ts';
import { giteaClient, tokenOf } from './client.ts';
import { commentOnce } from './comments.ts';
import { checksOf } from './commit-checks.ts';
import { logOf } from './logs.ts';
import { mergePullRequest } from './merge.ts';
import { mergeStanding } from './merge-standing.ts';
import { mayWrite } from './people.ts';
import { pullRequests } from './pull-requests.ts';
import { pullRequestOf } from './pull-request-of.ts';
import { readWebhook } from './webhook.ts';

/** Gitea and Forgejo, whose APIs are still the same here, with an access token. */
export const gitea: HostModule = {
  open,
  // The token is the password; the user name is ignored (services/auth/basic.go of Gitea).
  gitAuthorization: (access) => Promise.resolve(basic(access.login ?? 'copydesk', tokenOf(access))),
  readWebhook,
  pullRequestOf: async (access, commit) => await pullRequestOf(giteaClient(access), commit),
};

function open(access: HostAccess): HostedCodeHost {
  const client = giteaClient(access);
  return {
    ...pullRequests(client),
    changesSince: (since) => changesSince(client, since),
    mayWrite: (login) => mayWrite(client, login),
    comment: (draft) => commentOnce(client, draft),
    checksOf: (commit) => checksOf(client, commit),
    logOf: (commit, key, bytes) => logOf(client, commit, key, bytes),
    mergeStanding: (number) => mergeStanding(client, number),
    merge: (order) => mergePullRequest(client, order),
    check: () => check(client),
  };
}
