import { mostClaims } from '../../../server/src/jobs/claim/interruptions.ts';
import type { JobRow } from '../watch/facts.ts';

/**
 * As the product promises: after so many interruptions at one step, two of them together with other jobs, the job
 * fails.
 */
const interruptionsThatFail = mostClaims;

/**
 * The rig's faults pass, so a job may fail for only two reasons: it was hit again and again at the same step, or people
 * have ended or changed its branch meanwhile so that only people can reconcile the two.
 *
 * @param been what happened to the job: faults since its last step, and what people did to its pull requests.
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
