import type { HostedPullRequest } from '../hosts/code-host.ts';
import type { ReportRow } from '../watch/automation-facts.ts';

/**
 * Checks, once nothing moves, that what readers reported has the state of the job that got it: resolved when a pull
 * request of a turn that had read it was merged, otherwise in progress while one is open, and pending when neither is so.
 */
export function brokenReports(
  reports: readonly ReportRow[],
  pullRequests: readonly Pick<HostedPullRequest, 'number' | 'job' | 'state'>[],
): string[] {
  const wrong: string[] = [];
  for (const { id, status, job, resolvedBy, answeredBy } of reports) {
    if (job === null) {
      wrong.push(`${id} was given to no job`);
      continue;
    }
    const own = pullRequests.filter((one) => one.job === job);
    const merged = own.filter(({ number, state }) => state === 'merged' && answeredBy.includes(number));
    const isOpen = own.some(({ state }) => state === 'open');
    const due = merged.length > 0 ? 'resolved' : isOpen ? 'in_progress' : 'pending';
    const isBy = merged.length === 0 ? resolvedBy === null : merged.some(({ number }) => number === resolvedBy);
    if (status === due && isBy) continue;
    const states = own.map(({ number, state }) => `${number} is ${state}`).join(', ');
    const by = resolvedBy === null ? '' : ` by ${resolvedBy}`;
    wrong.push(`${id} is ${status}${by}, not ${due}; answered by ${answeredBy.join(', ')} of ${job}, where ${states}`);
  }
  return wrong;
}
