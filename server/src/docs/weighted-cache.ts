import { LRUCache } from 'lru-cache';

/** A cache that drops the least recently used values once the estimated weight of its content exceeds the limit. */
export interface WeightedCache<T> {
  /** Returns the value stored under `key`; does not count as use. */
  peek(key: string): T | undefined;
  /** Stores a value, and replaces an earlier one. */
  store(key: string, value: T, weight: number): void;
  /** Returns the value stored under `key`, or makes and stores it. Concurrent callers wait for the same value. */
  getOrMake(key: string, make: () => Promise<T>, weigh: (value: T) => number): Promise<T>;
}

export function openWeightedCache<T>(maximumBytes: number): WeightedCache<T> {
  // In an object, because a value may be undefined.
  const stored = new LRUCache<string, { value: T }>({ maxSize: maximumBytes });
  const making = new Map<string, Promise<T>>();
  const store = (key: string, value: T, weight: number): void =>
    void stored.set(key, { value }, { size: Math.max(1, Math.ceil(weight)) });

  return {
    peek: (key) => stored.peek(key)?.value,
    store,
    getOrMake(key, make, weigh) {
      const hit = stored.get(key);
      if (hit) return Promise.resolve(hit.value);
      const pending = making.get(key);
      if (pending) return pending;
      const made = make()
        .then((value) => {
          store(key, value, weigh(value));
          return value;
        })
        .finally(() => making.delete(key));
      making.set(key, made);
      return made;
    },
  };
}
