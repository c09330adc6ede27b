/** Reads something for whoever asks for it under a key: those who ask while it is read get the same. */
export type SharedReads<T> = (key: string, read: () => Promise<T>) => Promise<T>;

/**
 * Lets many who are woken by one event share one read. The key must change with what was told: whoever asks under a key
 * is answered with what was read after that.
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
