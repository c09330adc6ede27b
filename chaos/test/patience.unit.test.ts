import { expect, test } from 'vitest';
import { openPatience } from '../src/patience.ts';

function patienceAt(): { patience: ReturnType<typeof openPatience>; wait: (milliseconds: number) => void } {
  let time = 0;
  return { patience: openPatience(() => time), wait: (milliseconds) => void (time += milliseconds) };
}

test('the clock of the patience equals the wall clock while processes start as quickly as usual', () => {
  const { patience, wait } = patienceAt();
  for (const milliseconds of [900, 2_000, 3_900]) patience.noteStart(milliseconds, true);
  wait(60_000);
  expect(patience.now()).toBe(60_000);
  expect(patience.largestFactor()).toBe(1);
});

test('the clock runs slower while processes start slowly, and normally again afterwards', () => {
  const { patience, wait } = patienceAt();
  wait(10_000);
  patience.noteStart(20_000, true);
  expect(patience.factor()).toBe(5);
  wait(50_000);
  expect(patience.now()).toBe(20_000);
  patience.noteStart(2_000, true);
  patience.noteStart(2_000, true);
  wait(1_000);
  expect(patience.now()).toBe(21_000);
  expect(patience.largestFactor()).toBe(5);
});

test('one slow start among quick ones changes nothing', () => {
  const { patience } = patienceAt();
  for (const milliseconds of [1_000, 1_000, 30_000]) patience.noteStart(milliseconds, true);
  expect(patience.factor()).toBe(1);
});

test('a process that was killed early does not count, and one that never became ready counts as slow', () => {
  const { patience } = patienceAt();
  patience.noteStart(100, false);
  expect(patience.factor()).toBe(1);
  patience.noteStart(12_000, false);
  expect(patience.factor()).toBe(3);
});

test('the clock runs at most ten times slower, so that a product that does not start is reported', () => {
  const { patience, wait } = patienceAt();
  patience.noteStart(1_000_000, false);
  wait(600_000);
  expect(patience.now()).toBe(60_000);
});
