/** Reads something for whoever asks for it under a key: those who ask while it is read, or soon after, get the same. */
export type SharedReads<T> = (key: string, read: () => Promise<T>) => Promise<T>;

/**
 * Lets many who are woken by one event share one read. The key must change with what was told: whoever asks under a key
 * is answered with what was read after that.
 *
 * @param keptMilliseconds how long what was read is kept for those who ask later; a failure is not.
 */
export function shareReads<T>(keptMilliseconds = 0): SharedReads<T> {
  const reads = new Map<string, Promise<T>>();
  return async (key, read) => {
    const before = reads.get(key);
    if (before !== undefined) return await before;
    const reading = read();
    reads.set(key, reading);
    try {
      const value = await reading;
      if (keptMilliseconds > 0) setTimeout(() => reads.delete(key), keptMilliseconds).unref();
      else reads.delete(key);
      return value;
    } catch (error) {
      reads.delete(key);
      throw error;
    }
  };
}
