/**
 * Yields the items in order, and produces each while the one before it is processed: when producing waits for a program
 * and processing needs the CPU, both stay busy. If the consumer stops, the item in progress is awaited and dropped.
 */
export async function* prefetch<T>(items: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  const iterator = items[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (let result = await next; result.done !== true; result = await next) {
      next = iterator.next();
      // If it fails, it throws where it is awaited.
      next.catch(() => {});
      yield result.value;
    }
  } finally {
    await next.catch(() => {});
    await iterator.return?.();
  }
}
