import type { HostAccess } from '../access.ts';
import type { HostedCodeHost } from '../code-host.ts';
import type { HostModule } from '../host-module.ts';
import { changesSince } from './changes.ts';
import { check } from './check.ts';
import { bitbucketClient } from './client.ts';
import { commentOnce } from './comments.ts';
import { checksOf } from './commit-checks.ts';
import { gitAuthorization } from './credential.ts';
import { logOf } from './logs.ts';
import { mergeStanding, onlyPeopleMerge } from './merge-standing.ts';
import { mayWrite } from './people.ts';
import { pullRequestOf } from './pull-request-of.ts';
import { pullRequests } from './pull-requests.ts';
import { readWebhook } from './webhook.ts';

/** Bitbucket Cloud, with an access token of the repository, or with a person's API token. */
export const bitbucket: HostModule = {
  open,
  gitAuthorization: (access) => Promise.resolve(gitAuthorization(access)),
  readWebhook,
  pullRequestOf: async (access, commit) => await pullRequestOf(bitbucketClient(access), commit),
};

function open(access: HostAccess): HostedCodeHost {
  const client = bitbucketClient(access);
  return {
    ...pullRequests(client),
    changesSince: (since) => changesSince(client, since),
    mayWrite: (author) => mayWrite(client, author),
    comment: (draft) => commentOnce(client, draft),
    checksOf: (commit) => checksOf(client, commit),
    logOf: (commit, key, bytes) => logOf(client, commit, key, bytes),
    check: () => check(client),
    onlyPeopleMerge,
    mergeStanding: (number) => mergeStanding(client, number),
    merge: () => Promise.resolve({ kind: 'refused', because: onlyPeopleMerge }),
  };
}
