import { mostClaims } from '../../../server/src/jobs/blame.ts';
import type { JobRow } from '../watch/facts.ts';

/** As the product promises: so many interruptions at one step, two of them in company, and the job fails. */
const interruptionsThatFail = mostClaims;

/**
 * What the rig does passes, so a job fails for two reasons alone: that it was struck again and again at the same step,
 * or that people have ended or changed its branch under its hands so that nobody but people can put the two together.
 *
 * @param been what the job has been through: faults since its last step, and what people did to its pull requests.
 */
export function brokenFailure(
  row: Pick<JobRow, 'status' | 'error'>,
  been: { hits: number; peopleActed: boolean },
): string[] {
  if (row.status !== 'failed') return [];
  if (row.error?.code === 'internal' && been.hits >= interruptionsThatFail) return [];
  if (row.error?.code === 'merge_conflict' && been.peopleActed) return [];
  return [`it failed after ${been.hits} faults at its step: ${row.error?.code}: ${row.error?.detail}`];
}
