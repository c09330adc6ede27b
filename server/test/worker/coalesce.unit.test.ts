import { expect, test } from 'vitest';
import { coalesce } from '../../src/worker/coalesce.ts';

test('calls during a run share one more run, which begins after them', async () => {
  const gates: (() => void)[] = [];
  const run = coalesce(() => new Promise<void>((resolve) => gates.push(resolve)));
  const first = run();
  const second = run();
  const third = run();
  expect(gates).toHaveLength(1);
  gates[0]?.();
  await first;
  await Promise.resolve();
  expect(gates).toHaveLength(2);
  gates[1]?.();
  await Promise.all([second, third]);
  expect(gates).toHaveLength(2);
});

test('a failed run rejects for its callers, and the next call runs again', async () => {
  let runs = 0;
  const run = coalesce(() => {
    runs += 1;
    return runs === 1 ? Promise.reject(new Error('first')) : Promise.resolve();
  });
  await expect(run()).rejects.toThrow('first');
  await run();
  expect(runs).toBe(2);
});
