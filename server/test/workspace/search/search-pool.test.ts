import { expect, test } from 'vitest';
import { withAllowance } from '../../../src/workspace/search/allowance.ts';
import { openSearchPool, type SearchPool } from '../../../src/workspace/search/search-pool.ts';
import type { SearchTask } from '../../../src/workspace/search/search-worker.ts';
import { openTextStore } from '../../../src/workspace/search/text-store.ts';

/** A task that takes minutes: the pattern is so large that the engine falls back to its slow method, over 4 MB. */
const endless = taskFor('.{0,3000}q', 'ab '.repeat(1_400_000));
const quick = taskFor('two', 'one\ntwo\n');

function taskFor(pattern: string, content: string): SearchTask {
  const text = openTextStore(1).store('id', Buffer.from(content));
  if (typeof text === 'string') throw new Error(`the text is ${text}`);
  return { kind: 'count', pattern: { pattern, syntax: 'regex', ignoreCase: false }, texts: [text], most: 10 };
}

async function withPool(timeoutMilliseconds: number, work: (pool: SearchPool) => Promise<void>): Promise<void> {
  const pool = openSearchPool({ threads: 1, timeoutMilliseconds });
  try {
    await work(pool);
  } finally {
    await pool.close();
  }
}

const never = new AbortController().signal;

test('a task that takes too long is ended, and the next one is done', async () => {
  await withPool(2_000, async (pool) => {
    expect(await pool.run(endless, never)).toBe('ended');
    expect(await pool.run(quick, never)).toEqual({ kind: 'counts', counts: [1] });
  });
});

test('running and queued tasks without a waiting caller are ended', async () => {
  await withPool(600_000, async (pool) => {
    const search = new AbortController();
    const tasks = [pool.run(endless, search.signal), pool.run(endless, search.signal)];
    const other = pool.run(quick, never);
    search.abort();
    expect(await Promise.all(tasks)).toEqual(['ended', 'ended']);
    expect(await other).toEqual({ kind: 'counts', counts: [1] });
  });
});

test('a caller that used up its thread time is refused, and others are not', async () => {
  await withPool(600_000, async (pool) => {
    const own = withAllowance(pool, 0.001);
    expect(await own.run(quick, never)).toEqual({ kind: 'counts', counts: [1] });
    await expect(own.run(quick, never)).rejects.toThrow('Nothing was searched: the searches of this turn have taken');
    expect(await withAllowance(pool, 0.001).run(quick, never)).toEqual({ kind: 'counts', counts: [1] });
  });
});

test('waiting for a thread uses none of this time', async () => {
  await withPool(600_000, async (pool) => {
    const holding = new AbortController();
    const taken: number[] = [];
    const first = pool.run(endless, holding.signal, (milliseconds) => taken.push(milliseconds));
    const second = pool.run(quick, holding.signal, (milliseconds) => taken.push(milliseconds));
    holding.abort();
    expect(await Promise.all([first, second])).toEqual(['ended', 'ended']);
    expect(taken).toHaveLength(1);
  });
});

test('closing ends running and waiting tasks, and the next task starts the pool again', async () => {
  await withPool(600_000, async (pool) => {
    const tasks = Promise.allSettled([pool.run(endless, never), pool.run(quick, never)]);
    await pool.close();
    expect(await tasks).toMatchObject([
      { status: 'rejected', reason: { message: 'a thread that searches was ended' } },
      { status: 'fulfilled', value: 'ended' },
    ]);
    expect(await pool.run(quick, never)).toEqual({ kind: 'counts', counts: [1] });
  });
});

/** Counts the threads that start meanwhile. */
async function countThreads(work: () => Promise<void>): Promise<number> {
  let started = 0;
  const count = (): void => void (started += 1);
  process.on('worker', count);
  await work().finally(() => process.off('worker', count));
  return started;
}

const found = { kind: 'counts', counts: [1] };

test.each([
  ['quick work waits for the thread that is busy', 600_000, 1],
  ['work that waits too long starts another', 0, 2],
])('%s', async (_, patienceMilliseconds, threads) => {
  const pool = openSearchPool({ threads: 2, timeoutMilliseconds: 600_000, patienceMilliseconds });
  const started = await countThreads(async () => {
    const tasks = [pool.run(quick, never), pool.run(quick, never), pool.run(quick, never)];
    expect(await Promise.all(tasks)).toEqual([found, found, found]);
  });
  await pool.close();
  expect(started).toBe(threads);
});

test('a task without an end delays no other', async () => {
  const pool = openSearchPool({ threads: 2, timeoutMilliseconds: 600_000 });
  const holding = new AbortController();
  const held = pool.run(endless, holding.signal);
  expect(await Promise.all([pool.run(quick, never), pool.run(quick, never)])).toEqual([found, found]);
  holding.abort();
  expect(await held).toBe('ended');
  await pool.close();
});

test('threads are prepared once, and not more than the pool has', async () => {
  const pool = openSearchPool({ threads: 2, timeoutMilliseconds: 600_000 });
  const started = await countThreads(async () => {
    await pool.prepare(1);
    await pool.prepare(9);
    await pool.prepare(2);
    expect(await pool.run(quick, never)).toEqual(found);
  });
  await pool.close();
  expect(started).toBe(2);
});
