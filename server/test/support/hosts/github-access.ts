import type { HostAccess, HostCredential } from '../../../src/code-hosts/access.ts';
import type { PullRequestDraft } from '../../../src/code-hosts/code-host.ts';

/** The access that a test has to a repository at a stand-in. */
export function githubAccess(apiUrl: string, change: Partial<HostAccess> = {}): HostAccess {
  return {
    host: 'github',
    apiUrl,
    repository: 'acme/docs',
    credential: tokenOf('ghp_test'),
    login: null,
    draft: false,
    labels: [],
    reviewers: [],
    timeoutMilliseconds: 5_000,
    now: () => new Date(),
    ...change,
  };
}

export function tokenOf(token: string): HostCredential {
  return { kind: 'token', token };
}

export function draftOf(change: Partial<PullRequestDraft> = {}): PullRequestDraft {
  return {
    jobId: 'job_1',
    headRef: 'copydesk/job_1',
    baseRef: 'main',
    headCommit: 'b'.repeat(40),
    baseCommit: 'a'.repeat(40),
    title: 'Say what the port is',
    description: 'The guide names the port now.',
    ...change,
  };
}
