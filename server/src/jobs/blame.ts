import { sql } from 'kysely';

/**
 * Who is to blame where a process dies with many jobs in it: nobody at first. A job that was interrupted twice at one
 * step is suspected, and goes on in a process of its own; what dies there, died of nobody else.
 */

/** So many interruptions without progress in between, and a job runs alone. */
export const interruptionsBeforeAlone = 2;

/** So many interruptions while it ran alone, and a job fails. */
export const interruptionsAlone = 5;

/** Claims of one step that a job survives. */
export const mostClaims = interruptionsBeforeAlone + interruptionsAlone;

/** Whether a job that was claimed is to run alone. `attempts` counts the present claim, those before it were interrupted. */
export function isSuspected({ attempts }: { attempts: number }): boolean {
  return attempts > interruptionsBeforeAlone;
}

const longestPauseSeconds = 60;

/** How long a job waits after so many interruptions: not at all after the first, then 1, 2, 4, 8 … 60 seconds. */
export function pauseAfterInterruptions(interruptions: number): number {
  if (interruptions < interruptionsBeforeAlone) return 0;
  return Math.min(2 ** (interruptions - interruptionsBeforeAlone), longestPauseSeconds);
}

/** {@link pauseAfterInterruptions} of a row of `job`. */
export const pauseOfRow = sql<number>`
  case when attempts < ${interruptionsBeforeAlone} then 0
  else least(2 ^ (attempts - ${interruptionsBeforeAlone}::integer), ${longestPauseSeconds}) end
`;
