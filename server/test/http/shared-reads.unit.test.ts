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

test('who asks while it is read gets the same, who asks under another key another one', async () => {
  const share = shareReads<number>();
  const read = counted();
  expect(await Promise.all([share('a', read), share('a', read), share('b', read)])).toEqual([1, 1, 2]);
});

test('who asks afterwards has it read again', async () => {
  const [share, read] = [shareReads<number>(), counted()];
  expect([await share('a', read), await share('a', read)]).toEqual([1, 2]);
});

test('a failure is reported to all who wait for it, and forgotten', async () => {
  const share = shareReads<number>();
  const both = await Promise.allSettled([share('a', fails), share('a', fails)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await share('a', counted())).toBe(1);
});
