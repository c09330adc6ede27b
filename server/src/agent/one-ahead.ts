/**
 * The items in their order, each made while the one before it is worked on: where making one waits for a program and working
 * on it for the processor, both have something to do. What is made when its taker stops is waited for, and dropped.
 */
export async function* oneAhead<T>(items: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  const iterator = items[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (let result = await next; result.done !== true; result = await next) {
      next = iterator.next();
      // Thrown where it is taken, if it is.
      next.catch(() => {});
      yield result.value;
    }
  } finally {
    await next.catch(() => {});
    await iterator.return?.();
  }
}
