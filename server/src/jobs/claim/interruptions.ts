import { sql } from 'kysely';

/**
 * Finds which of many jobs makes their process crash. At first no job is suspected. A job that was interrupted twice at
 * one step is suspected, and continues in a separate process: a crash there has no other cause.
 */

/** After so many interruptions without progress in between, a job runs alone. */
export const interruptionsBeforeAlone = 2;

/** After so many interruptions while it ran alone, a job fails. */
export const interruptionsAlone = 5;

/** How many claims of one step a job survives. */
export const mostClaims = interruptionsBeforeAlone + interruptionsAlone;

/** Whether a claimed job must run alone. `attempts` includes the present claim; those before it were interrupted. */
export function isSuspected({ attempts }: { attempts: number }): boolean {
  return attempts > interruptionsBeforeAlone;
}

const longestPauseSeconds = 60;

/**
 * Returns how long a job waits after so many interruptions: not at all after the first, then 1, 2, 4, 8 … 60 seconds.
 */
export function pauseAfterInterruptions(interruptions: number): number {
  if (interruptions < interruptionsBeforeAlone) return 0;
  return Math.min(2 ** (interruptions - interruptionsBeforeAlone), longestPauseSeconds);
}

/** {@link pauseAfterInterruptions} for a row of `job`. */
export const pauseOfRow = sql<number>`
  case when attempts < ${interruptionsBeforeAlone} then 0
  else least(2 ^ (attempts - ${interruptionsBeforeAlone}::integer), ${longestPauseSeconds}) end
`;
