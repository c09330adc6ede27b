import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openRefusalLog } from '../../src/http/load/refusal-log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function reported(): { counts: number[]; log: Parameters<typeof openRefusalLog>[0] } {
  const counts: number[] = [];
  return { counts, log: { warn: (fields: { refused: number }) => void counts.push(fields.refused) } };
}

test('the first refusal is logged at once, and later ones together', () => {
  const { counts, log } = reported();
  const refusals = openRefusalLog(log);
  for (let count = 0; count < 1_000; count += 1) refusals.count();
  expect(counts).toEqual([1]);
  vi.advanceTimersByTime(10_000);
  expect(counts).toEqual([1, 999]);
  vi.advanceTimersByTime(60_000);
  refusals.count();
  expect(counts).toEqual([1, 999, 1]);
});

test('remaining refusals are logged when the log closes, and none afterwards', () => {
  const { counts, log } = reported();
  const refusals = openRefusalLog(log);
  refusals.count();
  refusals.count();
  refusals.close();
  expect(counts).toEqual([1, 1]);
  expect(vi.getTimerCount()).toBe(0);
});
