/** Reads a value under a key. Callers that ask while it is being read get the same value. */
export type SharedReads<T> = (key: string, read: () => Promise<T>) => Promise<T>;

/**
 * Lets many callers that one event wakes share one read. The key must change with every event: a caller gets a value
 * that was read after the event of its key.
 */
export function shareReads<T>(): SharedReads<T> {
  const reads = new Map<string, Promise<T>>();
  return async (key, read) => {
    const before = reads.get(key);
    if (before !== undefined) return await before;
    const reading = read();
    reads.set(key, reading);
    try {
      return await reading;
    } finally {
      reads.delete(key);
    }
  };
}
