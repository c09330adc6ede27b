import type { HostAccess } from '../../../src/code-hosts/access.ts';
import type { HostedCodeHost, PullRequestDraft } from '../../../src/code-hosts/code-host.ts';
import { gitlab } from '../../../src/code-hosts/gitlab/gitlab.ts';
import type { GitLabStandIn } from '../../support/hosts/gitlab.ts';

export const token = 'glpat-test';

export function accessTo(host: Pick<GitLabStandIn, 'apiUrl'>, change: Partial<HostAccess> = {}): HostAccess {
  return {
    host: 'gitlab',
    apiUrl: host.apiUrl,
    repository: 'acme/handbook/docs',
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

export function opened(host: GitLabStandIn, change: Partial<HostAccess> = {}): HostedCodeHost {
  return gitlab.open(accessTo(host, change));
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
