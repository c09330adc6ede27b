import { openTimeSlice } from '../threads/cooperative.ts';

/**
 * Maps with at most `limit` calls in flight; results are in the order of the items. It regularly yields to the rest of
 * the process, even if no call waits for anything.
 */
export async function mapBounded<T, R>(items: T[], limit: number, map: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const slice = openTimeSlice();
  let next = 0;
  async function work(): Promise<void> {
    while (next < items.length) {
      const position = next;
      next += 1;
      const item = items[position];
      if (item !== undefined) results[position] = await map(item);
      if (slice.isOver()) await slice.next();
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  return results;
}
