import type { HostedPullRequest } from '../hosts/code-host.ts';
import type { ReportRow } from '../watch/automation-facts.ts';

/**
 * Checks, once nothing moves, that what readers reported has the state of the job that got it: resolved by one of its merged pull requests,
 * otherwise in progress while one is open, and pending when neither is so.
 */
export function brokenReports(
  reports: readonly ReportRow[],
  pullRequests: readonly Pick<HostedPullRequest, 'number' | 'job' | 'state'>[],
): string[] {
  const wrong: string[] = [];
  for (const { id, status, job, resolvedBy } of reports) {
    if (job === null) {
      wrong.push(`${id} was given to no job`);
      continue;
    }
    const own = pullRequests.filter((one) => one.job === job);
    const isOpen = own.some(({ state }) => state === 'open');
    const isMerged = own.some(({ number, state }) => state === 'merged' && number === resolvedBy);
    const follows = { resolved: isMerged, in_progress: isOpen, pending: !isOpen }[status];
    if (follows) continue;
    const states = own.map(({ number, state }) => `${number} is ${state}`).join(', ');
    const by = resolvedBy === null ? '' : ` by ${resolvedBy}`;
    wrong.push(`${id} is ${status}${by}, and of the pull requests of ${job}: ${states}`);
  }
  return wrong;
}
