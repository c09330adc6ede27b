import { expect, test } from 'vitest';
import { openNetworkTurns } from '../../src/http/rooms/network-turns.ts';

const nextTurn = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

test('work runs at once if nothing waits and the turn has time left', () => {
  const turns = openNetworkTurns(60_000);
  const done: string[] = [];
  turns.take('a', () => done.push('first'));
  turns.take('b', () => done.push('second'));
  expect(done).toEqual(['first', 'second']);
});

test('remaining work runs in later turns, alternating between networks, in order within each', async () => {
  const turns = openNetworkTurns(20);
  const done: string[] = [];
  turns.take('a', () => busyFor(30));
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) {
    turns.take(name.slice(0, 1), () => done.push(name));
  }
  expect(done).toEqual([]);
  await expect.poll(() => done).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('the time that work takes after an await is counted', async () => {
  const turns = openNetworkTurns(20);
  const done: string[] = [];
  const workLater = async (name: string): Promise<void> => {
    await Promise.resolve();
    busyFor(30);
    done.push(name);
  };
  turns.take('a', () => busyFor(30));
  for (const name of ['b', 'c']) turns.take(name, () => void workLater(name));
  while (done.length === 0) await nextTurn();
  expect(done).toEqual(['b']);
  await expect.poll(() => done).toEqual(['b', 'c']);
});

test('after a hurry, no more work runs in the same turn', async () => {
  const turns = openNetworkTurns(60_000);
  const done: string[] = [];
  turns.take('a', () => done.push('before'));
  turns.hurry();
  turns.take('a', () => done.push('after'));
  expect(done).toEqual(['before']);
  await expect.poll(() => done).toEqual(['before', 'after']);
});

test('short work may pass waiting work until the turn has used its time', () => {
  const turns = openNetworkTurns(20);
  turns.take('a', () => {});
  turns.hurry();
  const done: string[] = [];
  turns.take('a', () => done.push('waits'));
  expect(done).toEqual([]);
  expect(turns.mayPass()).toBe(true);
  busyFor(30);
  expect(turns.mayPass()).toBe(false);
});

test('work continues even with a hurry in every turn', async () => {
  const turns = openNetworkTurns(5);
  const done: number[] = [];
  for (let count = 0; count < 20; count += 1) turns.take('a', () => busyFor(2, () => done.push(count)));
  while (done.length < 20) {
    turns.hurry();
    await nextTurn();
  }
  expect(done).toEqual([...done].sort((one, other) => one - other));
});

function busyFor(milliseconds: number, then: () => void = () => {}): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
  then();
}
