/**
 * The pauses before each attempt, in seconds, as Standard Webhooks recommends them: ten attempts within a little over
 * three days.
 */
export const pausesSeconds = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/** A receiver may request a longer wait than the schedule has, up to the schedule's longest pause. */
const longestPauseSeconds = 86_400;

/** The random part added to a pause, so that deliveries that failed together are not sent together again. */
const jitter = 0.1;

/**
 * Returns how long to wait after a failed attempt; undefined when it was the last.
 *
 * @param attempt the number of the attempt that failed, from 1.
 * @param asked the receiver's `Retry-After`, in seconds.
 * @param random a number from 0 to below 1.
 */
export function pauseAfter(attempt: number, asked: number | undefined, random: number): number | undefined {
  const planned = pausesSeconds[attempt];
  if (planned === undefined) return undefined;
  const pause = Math.max(planned, Math.min(asked ?? 0, longestPauseSeconds));
  return pause * (1 + jitter * random);
}
