import { expect, test } from 'vitest';
import { openNetworkTurns } from '../../src/http/rooms/network-turns.ts';

const nextTurn = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

test('without waiting work and with time left, work is done at once', () => {
  const turns = openNetworkTurns(60_000);
  const done: string[] = [];
  turns.take('a', () => done.push('first'));
  turns.take('b', () => done.push('second'));
  expect(done).toEqual(['first', 'second']);
});

test('what is left when a turn is over is done by turns of the networks, and in order within each', async () => {
  const turns = openNetworkTurns(20);
  const done: string[] = [];
  turns.take('a', () => busyFor(30));
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) {
    turns.take(name.slice(0, 1), () => done.push(name));
  }
  expect(done).toEqual([]);
  await expect.poll(() => done).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('what work does after it has awaited something is counted', async () => {
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

test('in a hurry nothing is done any more in that turn', async () => {
  const turns = openNetworkTurns(60_000);
  const done: string[] = [];
  turns.take('a', () => done.push('before'));
  turns.hurry();
  turns.take('a', () => done.push('after'));
  expect(done).toEqual(['before']);
  await expect.poll(() => done).toEqual(['before', 'after']);
});

test('something short passes those who wait, until the turn has taken its time', () => {
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

test('with a hurry in each turn, work continues', async () => {
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
