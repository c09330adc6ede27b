import type { RunRow } from '../watch/automation-facts.ts';

/** Checks that an automation began no more work than its limit allows within 24 hours: a run of the rig is shorter. */
export function brokenDailyLimit(runs: readonly Pick<RunRow, 'job'>[], jobsPerDay: number): string[] {
  const begun = runs.filter(({ job }) => job !== null).length;
  return begun > jobsPerDay ? [`it has begun work ${begun} times, and may do so ${jobsPerDay} times a day`] : [];
}
