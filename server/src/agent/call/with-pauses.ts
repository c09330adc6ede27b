import { setImmediate } from 'node:timers/promises';

/** How long work may block the thread that also answers requests. */
const sliceMilliseconds = 8;

/** Yields the items one by one, with pauses for other work: for many items with little work each. */
export async function* withPauses<T>(items: Iterable<T>): AsyncGenerator<T, void, undefined> {
  let end = performance.now() + sliceMilliseconds;
  for (const item of items) {
    yield item;
    if (performance.now() < end) continue;
    await setImmediate();
    end = performance.now() + sliceMilliseconds;
  }
}

/**
 * Returns the items that pass a test, with pauses, for many items whose test takes some time. The generator would take
 * three times as long for 100,000 items.
 */
export async function filterWithPauses<T>(items: readonly T[], test: (item: T) => boolean): Promise<T[]> {
  const passed: T[] = [];
  let end = performance.now() + sliceMilliseconds;
  for (const item of items) {
    if (test(item)) passed.push(item);
    if (performance.now() < end) continue;
    await setImmediate();
    end = performance.now() + sliceMilliseconds;
  }
  return passed;
}
