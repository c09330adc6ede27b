/**
 * Runs a piece of work when there is room for it; those that wait run in the order of their calls. The signal ends the
 * wait, not the work.
 */
export type Gate = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** Opens a gate with room for this many concurrent pieces of work. */
export function openGate(places: number): Gate {
  let free = places;
  const waiting = new Set<() => void>();

  const enter = (signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const admit = (): void => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    };
    const giveUp = (): void => {
      waiting.delete(admit);
      reject(signal?.reason);
    };
    waiting.add(admit);
    signal?.addEventListener('abort', giveUp, { once: true });
    return promise;
  };
  /** The place goes to the next one at once, so that a call in between cannot overtake it. */
  const leave = (): void => {
    const [next] = waiting;
    if (next === undefined) {
      free += 1;
      return;
    }
    waiting.delete(next);
    next();
  };

  return async (work, signal) => {
    await enter(signal);
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
