import type { HostAccess } from '../../../src/code-hosts/access.ts';
import { bitbucket } from '../../../src/code-hosts/bitbucket/bitbucket.ts';
import type { HostedCodeHost, PullRequestDraft } from '../../../src/code-hosts/code-host.ts';
import type { BitbucketStandIn } from '../../support/hosts/bitbucket.ts';

export const token = 'bitbucket-token';

export function accessTo(host: BitbucketStandIn, change: Partial<HostAccess> = {}): HostAccess {
  return {
    host: 'bitbucket',
    apiUrl: host.apiUrl,
    repository: 'acme/docs',
    credential: { kind: 'token', token },
    login: null,
    draft: false,
    labels: [],
    reviewers: [],
    timeoutMilliseconds: 10_000,
    now: () => new Date('2026-11-21T12:00:00Z'),
    ...change,
  };
}

export function opened(host: BitbucketStandIn, change: Partial<HostAccess> = {}): HostedCodeHost {
  return bitbucket.open(accessTo(host, change));
}

export const draft: PullRequestDraft = {
  jobId: 'job_1',
  headRef: 'copydesk/job_1',
  baseRef: 'main',
  headCommit: 'a'.repeat(40),
  baseCommit: 'b'.repeat(40),
  title: 'Name the new flag',
  description: 'The flag is called `--quiet` now.',
};
