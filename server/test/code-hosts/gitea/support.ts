import type { HostAccess } from '../../../src/code-hosts/access.ts';
import type { HostedCodeHost, PullRequestDraft } from '../../../src/code-hosts/code-host.ts';
import { gitea } from '../../../src/code-hosts/gitea/gitea.ts';
import type { GiteaStandIn } from '../../support/hosts/gitea.ts';

export const token = 'gitea-token';

export function accessTo(host: Pick<GiteaStandIn, 'apiUrl'>, change: Partial<HostAccess> = {}): HostAccess {
  return {
    host: 'gitea',
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

export function opened(host: GiteaStandIn, change: Partial<HostAccess> = {}): HostedCodeHost {
  return gitea.open(accessTo(host, change));
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
