import type { VirtualClock } from '../clock.ts';
import { expectAutomationJob } from './expected-job.ts';
import type { ExpectedJob } from './expected-job.ts';
import type { JobRow } from './observation.ts';

/** A row as far as this rule reads it, and whether a run of the automation lists its job. */
export type BegunRow = Pick<JobRow, 'id' | 'unreconciled' | 'updated_at'> & { is_begun: boolean };

/**
 * Adds the jobs that the automation has begun to those that are expected. From then on an earlier job of it is given up
 * if nobody has known for an hour whether it opened a pull request: the automation waits no longer.
 */
export function expectBegunJobs(
  { jobs, clock }: { jobs: ExpectedJob[]; clock: Pick<VirtualClock, 'milliseconds'> },
  rows: readonly BegunRow[],
): void {
  const begun = rows.filter((row) => row.is_begun && !jobs.some(({ id }) => id === row.id));
  for (const { id } of begun) {
    const waitedFor = clock.milliseconds() - hour;
    const unknown = rows.filter((row) => row.unreconciled && row.updated_at.getTime() <= waitedFor);
    for (const job of jobs) job.isGivenUp ||= job.isOfAutomation && unknown.some((row) => row.id === job.id);
    jobs.push(expectAutomationJob(id, jobs.length));
  }
}

const hour = 3_600_000;
