/**
 * The pauses before each attempt, in seconds, as Standard Webhooks recommend them: ten attempts within a little over
 * three days.
 */
export const pausesSeconds = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/** A receiver may ask for more time than the schedule gives, up to that of its longest pause. */
const longestPauseSeconds = 86_400;

/** Part of a pause that chance adds, so that what failed together is not sent together again. */
const jitter = 0.1;

/**
 * How long to wait after a failed attempt; undefined when it was the last.
 *
 * @param attempt the number of the attempt that failed, from 1.
 * @param asked what the receiver asked for with `Retry-After`, in seconds.
 * @param random a number from 0 to below 1.
 */
export function pauseAfter(attempt: number, asked: number | undefined, random: number): number | undefined {
  const planned = pausesSeconds[attempt];
  if (planned === undefined) return undefined;
  const pause = Math.max(planned, Math.min(asked ?? 0, longestPauseSeconds));
  return pause * (1 + jitter * random);
}
