import type { PullRequest } from '../../code-hosts/code-host.ts';
import { listDeliverers } from '../../jobs/deliver/delivered.ts';
import type { HostWork } from './host-work.ts';

/**
 * Returns the job that this pull request belongs to at its host; undefined when it is none of ours. It is found by its
 * branch, which belongs to one job only. A number proves little: #1 may have been Copydesk's own, before the project
 * was connected to its host.
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
