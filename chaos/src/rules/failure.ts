import type { JobRow } from '../watch/facts.ts';

/** As the product promises: so many crashes at one step, and the job fails rather than crash for ever. */
const crashesThatFail = 5;

/** Nothing that the rig does is for good, so a job fails for one reason alone: that it was struck again and again. */
export function brokenFailure(row: Pick<JobRow, 'status' | 'error'>, hits: number): string[] {
  if (row.status !== 'failed') return [];
  if (row.error?.code === 'internal' && hits >= crashesThatFail) return [];
  return [`it failed after ${hits} faults: ${row.error?.code}: ${row.error?.detail}`];
}
