import { setImmediate } from 'node:timers/promises';

/** How long work may hold the thread that also answers requests. */
const turnMilliseconds = 8;

/** The items one by one, with pauses for whatever else waits: for work that is short for each of them, and they are many. */
export async function* inTurns<T>(items: Iterable<T>): AsyncGenerator<T, void, undefined> {
  let end = performance.now() + turnMilliseconds;
  for (const item of items) {
    yield item;
    if (performance.now() < end) continue;
    await setImmediate();
    end = performance.now() + turnMilliseconds;
  }
}

/** Those that pass a test which may take some time for each of very many: the generator would take three times as long of 100,000. */
export async function filterInTurns<T>(items: readonly T[], test: (item: T) => boolean): Promise<T[]> {
  const passed: T[] = [];
  let end = performance.now() + turnMilliseconds;
  for (const item of items) {
    if (test(item)) passed.push(item);
    if (performance.now() < end) continue;
    await setImmediate();
    end = performance.now() + turnMilliseconds;
  }
  return passed;
}
