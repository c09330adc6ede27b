import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openGate } from '../../../src/workspace/git/gate.ts';

/** Work that records its start, and ends when the test says so. */
function workOf(begun: number[]) {
  const ends = new Map<number, () => void>();
  return {
    begin: (number: number) => () =>
      new Promise<number>((resolve) => {
        begun.push(number);
        ends.set(number, () => resolve(number));
      }),
    end: async (number: number) => {
      ends.get(number)?.();
      await setImmediate();
    },
  };
}

test('a fixed number of tasks run at once, and the others wait in order of arrival', async () => {
  const gate = openGate(2);
  const begun: number[] = [];
  const work = workOf(begun);
  const done = [1, 2, 3, 4].map((number) => gate(work.begin(number)));
  await setImmediate();
  expect(begun).toEqual([1, 2]);
  await work.end(2);
  expect(begun).toEqual([1, 2, 3]);
  await work.end(1);
  expect(begun).toEqual([1, 2, 3, 4]);
  await work.end(3);
  await work.end(4);
  expect(await Promise.all(done)).toEqual([1, 2, 3, 4]);
});

test('failed work frees its place for the next', async () => {
  const gate = openGate(1);
  const failing = gate(() => Promise.reject(new Error('no')));
  const next = gate(() => Promise.resolve('yes'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

test('a waiting caller that aborts is skipped, and takes no place', async () => {
  const gate = openGate(1);
  const begun: number[] = [];
  const work = workOf(begun);
  const first = gate(work.begin(1));
  const abort = new AbortController();
  const second = gate(work.begin(2), abort.signal);
  const third = gate(work.begin(3));
  abort.abort(new Error('enough'));
  await expect(second).rejects.toThrow('enough');
  await work.end(1);
  expect(begun).toEqual([1, 3]);
  await work.end(3);
  await Promise.all([first, third]);
  const fourth = gate(work.begin(4));
  await setImmediate();
  expect(begun).toEqual([1, 3, 4]);
  await work.end(4);
  await fourth;
});

test('a signal that aborts before or during the work does not lose a place', async () => {
  const gate = openGate(1);
  await expect(gate(() => Promise.resolve(1), AbortSignal.abort(new Error('early')))).rejects.toThrow('early');
  const abort = new AbortController();
  const begun: number[] = [];
  const work = workOf(begun);
  const first = gate(work.begin(1), abort.signal);
  const second = gate(work.begin(2));
  await setImmediate();
  abort.abort();
  await setImmediate();
  expect(begun).toEqual([1]);
  await work.end(1);
  await work.end(2);
  expect(await Promise.all([first, second])).toEqual([1, 2]);
});
