/**
 * A clock for limits of time, which goes slower while the machine is slow. A machine with ten times the work that it can do
 * needs most of a minute to start a server, so that nothing can be answered within a minute: by a plain clock, a run would
 * report what is no fault of the product.
 *
 * How slow the machine is shows in how long the product's processes take to start, which they do after each kill.
 */
export interface Patience {
  /** Milliseconds on this clock. */
  now: () => number;
  /** Returns how many times as long as usual everything takes at the moment: 1 to 10. */
  factor: () => number;
  /** Returns the largest factor so far. */
  largestFactor: () => number;
  /** Notes how long a process took to start, or for how long it had been starting when it was killed. */
  noteStart: (milliseconds: number, isReady: boolean) => void;
}

/** With two cores and nothing else running, a process starts within this time in the middle of a run. */
const usualMilliseconds = 4_000;
/** A product that does not start at all must not stop the clock. */
const largest = 10;
/** So many starts happen within about half a minute. */
const recentStarts = 7;

/** @param clock the wall clock, in milliseconds. */
export function openPatience(clock: () => number): Patience {
  const starts: number[] = [];
  let readAt = clock();
  let passed = 0;
  let current = 1;
  let largestSoFar = 1;
  const now = (): number => {
    const time = clock();
    passed += (time - readAt) / current;
    readAt = time;
    return passed;
  };
  return {
    now,
    factor: () => current,
    largestFactor: () => largestSoFar,
    noteStart(milliseconds, isReady) {
      // A process that was killed early says nothing about the machine.
      if (!isReady && milliseconds < usualMilliseconds) return;
      // The time until now passed at the factor until now.
      now();
      starts.push(milliseconds);
      if (starts.length > recentStarts) starts.shift();
      const median = starts.toSorted((a, b) => a - b)[Math.floor(starts.length / 2)] ?? 0;
      current = Math.min(largest, Math.max(1, median / usualMilliseconds));
      largestSoFar = Math.max(largestSoFar, current);
    },
  };
}
