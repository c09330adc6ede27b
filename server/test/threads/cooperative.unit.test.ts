import { expect, it } from 'vitest';
import { cooperatively } from '../../src/threads/cooperative.ts';
import { mapBounded } from '../../src/docs/map-bounded.ts';

/** Blocks the thread for longer than a turn may last, without waiting for anything. */
function hold(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end;);
}

it('lets a timer run between the items of a long loop, in their order', async () => {
  const seen: (number | string)[] = [];
  setTimeout(() => seen.push('timer'), 0);
  for await (const item of cooperatively([1, 2, 3, 4])) {
    seen.push(item);
    hold(10);
  }
  expect(seen.filter((entry) => entry !== 'timer')).toEqual([1, 2, 3, 4]);
  expect(seen.indexOf('timer')).toBeGreaterThan(0);
  expect(seen.indexOf('timer')).toBeLessThan(4);
});

it('lets a timer run while the items of a map finish at once', async () => {
  let ran = false;
  setTimeout(() => (ran = true), 0);
  const sawTimer = await mapBounded([1, 2, 3, 4], 2, (item) => {
    hold(10);
    return Promise.resolve({ item, ran });
  });
  expect(sawTimer.map(({ item }) => item)).toEqual([1, 2, 3, 4]);
  expect(sawTimer.at(-1)?.ran).toBe(true);
});

it('pauses once for all tasks of a map', async () => {
  const seen: string[] = [];
  const timer = setInterval(() => seen.push('timer'), 0);
  await mapBounded(Array.from({ length: 60 }, String), 10, (item) => {
    hold(3);
    seen.push(item);
    return Promise.resolve();
  });
  clearInterval(timer);
  const stretches = seen.join(' ').split('timer');
  expect(Math.max(...stretches.map((stretch) => stretch.trim().split(' ').length))).toBeLessThan(30);
});
