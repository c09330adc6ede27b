import type { ErrorCode, OlderSession } from '@copydesk/contract';
import type { StoredJob } from '../../jobs/present.ts';

const longestTitle = 100;

/** Returns a job in the shape of the older version. */
export function sessionOf(projectId: string, job: StoredJob): OlderSession {
  return {
    sessionId: job.id,
    subdomain: projectId,
    branch: job.source.ref,
    haulted: job.status !== 'active',
    haultReason: haultReasonOf(job),
    pullRequestLink: job.prLink ?? '',
    messageToUser: job.outcome?.text ?? job.error?.detail ?? '',
    todos: [],
    userId: job.author?.id ?? '',
    title: titleOf(job.summary),
    createdAt: job.createdAt,
  };
}

function haultReasonOf({ status, error, outcome }: StoredJob): OlderSession['haultReason'] {
  if (status === 'active') return 'processing';
  if (error !== null) return ofTheHost.has(error.code) ? 'github_missconfigured' : 'error';
  if (status === 'archived' && outcome === null) return 'interrupted';
  return outcome?.kind === 'failed' ? 'error' : 'completed';
}

/** Errors that people can fix only at the code host, or in the project's connection to it. */
const ofTheHost = new Set<ErrorCode>([
  'repository_invalid',
  'repository_not_found',
  'repository_unreachable',
  'repository_unauthorized',
  'repository_archived',
  'repository_moved',
  'ref_not_found',
  'push_rejected',
  'branch_protected',
  'pull_request_failed',
  'code_host_unauthorized',
  'code_host_forbidden',
  'code_host_limited',
  'code_host_unreachable',
]);

function titleOf(summary: string): string {
  const line = summary.trim().split('\n', 1)[0] ?? '';
  return line.length <= longestTitle ? line : `${line.slice(0, longestTitle).toWellFormed().trimEnd()}…`;
}
