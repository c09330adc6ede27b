import { CopydeskError } from '@copydesk/contract';
import type { Database } from '../postgres/database.ts';
import { readPullRequest } from './read.ts';
import type { PullRequest } from './pull-request.ts';

/** The same error for what does not exist and for what belongs to somebody else. */
export function notFound(): CopydeskError {
  return new CopydeskError(
    'not_found',
    'There is no such project or pull request, or you may not see it. Check the address and who you are signed in as.',
  );
}

export function notOpen(pullRequest: PullRequest): CopydeskError {
  const by = pullRequest.endedBy === null ? '' : ` by ${pullRequest.endedBy}`;
  return new CopydeskError(
    'pull_request_not_open',
    `Pull request #${pullRequest.number} is already ${pullRequest.state}${by}. Nothing was changed.`,
  );
}

/** Returns why a conditional update of an open pull request found no row. */
export async function whyNotOpen(db: Database, projectId: string, number: number): Promise<CopydeskError> {
  const pullRequest = await readPullRequest(db, projectId, number);
  return pullRequest === undefined ? notFound() : notOpen(pullRequest);
}
