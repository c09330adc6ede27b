import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openHold } from '../../../src/worker/claim/hold.ts';

const lease = { jobId: 'job_1', epoch: 3 };
let time = 0;
const clock = () => time;

beforeEach(() => {
  time = 1_000;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

/** Advances the time and runs the timers that are due. */
async function pass(milliseconds: number): Promise<void> {
  time += milliseconds;
  await vi.advanceTimersByTimeAsync(milliseconds);
}

function hold() {
  return openHold({ lease, leaseSeconds: 10, sentAt: time, clock });
}

test('a lease that is not renewed expires', async () => {
  const held = hold();
  await pass(9_999);
  expect(held.signal.aborted).toBe(false);
  held.check();
  await pass(1);
  expect(held.signal.aborted).toBe(true);
  expect(held.signal.reason).toMatchObject({ code: 'lease_lost' });
});

test('a renewed lease is held for its full time from the moment when the renewal was sent', async () => {
  const held = hold();
  await pass(5_000);
  const sentAt = time;
  await pass(2_000);
  held.renewed(sentAt);
  await pass(7_999);
  expect(held.signal.aborted).toBe(false);
  await pass(1);
  expect(held.signal.aborted).toBe(true);
});

test('a process that was stopped notices a lost lease before its timers run', () => {
  const held = hold();
  time += 60_000;
  expect(held.signal.aborted).toBe(false);
  expect(() => held.check()).toThrow(expect.objectContaining({ code: 'lease_lost' }));
  expect(held.signal.aborted).toBe(true);
});

test('a lost lease stays lost, even after a late renewal', async () => {
  const held = hold();
  held.lose();
  held.renewed(time);
  await pass(1);
  expect(() => held.check()).toThrow(expect.objectContaining({ code: 'lease_lost' }));
});

test('a hold that is asked to end continues to the next step, and then ends at once', () => {
  const held = hold();
  held.end('at-an-edge');
  expect(held.ending.aborted).toBe(true);
  held.check();
  held.end('at-once');
  expect(() => held.check()).toThrow(expect.objectContaining({ code: 'draining' }));
});

test('a closed hold leaves no timer behind', () => {
  hold().close();
  expect(vi.getTimerCount()).toBe(0);
});
