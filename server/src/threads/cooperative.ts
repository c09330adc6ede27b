import { setImmediate } from 'node:timers/promises';

/**
 * How long work may block the thread that also answers requests and renews leases. Awaiting a promise that is already
 * resolved does not let them run: a loop of such awaits over 50,000 pages blocked the thread for 4.8 s.
 */
const sliceMilliseconds = 8;

/**
 * A stretch of work without a pause. Every loop has its own, but each measures wall time, so concurrent loops all pause
 * together.
 */
export interface TimeSlice {
  /** Whether others should run now; cheap enough to call for every link. */
  isOver(): boolean;
  /** Lets timers, requests and replies of threads run first, then starts a new stretch. */
  next(): Promise<void>;
}

export function openTimeSlice(): TimeSlice {
  let end = performance.now() + sliceMilliseconds;
  let pause: Promise<void> | undefined;
  return {
    isOver: () => performance.now() >= end,
    // All that share a slice resume together: with a pause each, each would get a whole slice, one right after the other.
    next: () => (pause ??= beginAnew()),
  };

  async function beginAnew(): Promise<void> {
    await setImmediate();
    pause = undefined;
    end = performance.now() + sliceMilliseconds;
  }
}

/** Yields the items one by one, with pauses: for loops over pages, entries or links that may be many. */
export async function* cooperatively<T>(items: Iterable<T>): AsyncGenerator<T, void, undefined> {
  const slice = openTimeSlice();
  for (const item of items) {
    if (slice.isOver()) await slice.next();
    yield item;
  }
}
