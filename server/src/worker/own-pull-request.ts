import type { PullRequest } from '../code-hosts/code-host.ts';
import { listDeliverers } from '../jobs/delivered.ts';
import type { HostWork } from './host-work.ts';

/**
 * The job whose pull request this is at its host; undefined when it is none of ours. By its branch, which is the job's
 * alone: a number says little, since #1 may have been Copydesk's own, before the project was connected with its host.
 */
export async function jobOfPullRequest(
  { services, project, host }: HostWork,
  number: number,
): Promise<{ jobId: string; pullRequest: PullRequest } | undefined> {
  const deliverers = await listDeliverers(services.db, project.id, number);
  const pullRequest = deliverers.length === 0 ? undefined : await host.read(number);
  const own = deliverers.find(({ branch }) => branch === pullRequest?.headRef);
  return own && pullRequest && { jobId: own.jobId, pullRequest };
}
