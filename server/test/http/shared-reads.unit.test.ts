import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { shareReads } from '../../src/http/load/shared-reads.ts';

function counted() {
  let reads = 0;
  return async () => {
    reads += 1;
    const number = reads;
    await setTimeout(5);
    return number;
  };
}

async function fails(): Promise<number> {
  await setTimeout(5);
  throw new Error('away');
}

test('concurrent callers share a read by its key', async () => {
  const share = shareReads<number>();
  const read = counted();
  expect(await Promise.all([share('a', read), share('a', read), share('b', read)])).toEqual([1, 1, 2]);
});

test('a later caller reads again', async () => {
  const [share, read] = [shareReads<number>(), counted()];
  expect([await share('a', read), await share('a', read)]).toEqual([1, 2]);
});

test('a failure reaches all waiting callers, and is not kept', async () => {
  const share = shareReads<number>();
  const both = await Promise.allSettled([share('a', fails), share('a', fails)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await share('a', counted())).toBe(1);
});
