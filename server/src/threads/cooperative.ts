import { setImmediate } from 'node:timers/promises';

/**
 * How long work may hold the thread that also answers requests and renews leases. Awaiting what is there already does
 * not let them run: a loop of such awaits over 50,000 pages held the thread for 4.8 s.
 */
const turnMilliseconds = 8;

/** A stretch of work without a pause. Every loop has its own: each counts the time of all, so all pause together. */
export interface Turn {
  /** Whether others should run now; cheap enough to be asked for every link. */
  isOver(): boolean;
  /** Lets timers, requests and answers of threads go first, then begins anew. */
  next(): Promise<void>;
}

export function openTurn(): Turn {
  let end = performance.now() + turnMilliseconds;
  let pause: Promise<void> | undefined;
  return {
    isOver: () => performance.now() >= end,
    // All who share a turn go on together: a pause each would give each a whole turn, one right after the other.
    next: () => (pause ??= beginAnew()),
  };

  async function beginAnew(): Promise<void> {
    await setImmediate();
    pause = undefined;
    end = performance.now() + turnMilliseconds;
  }
}

/** The items one by one, with pauses: for loops over pages, entries or links that may be many. */
export async function* cooperatively<T>(items: Iterable<T>): AsyncGenerator<T, void, undefined> {
  const turn = openTurn();
  for (const item of items) {
    if (turn.isOver()) await turn.next();
    yield item;
  }
}
