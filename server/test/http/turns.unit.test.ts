import { expect, test } from 'vitest';
import { takeTurns } from '../../src/http/collect/turns.ts';

test('work runs in its order, and long work lets others run in between', async () => {
  const turns = takeTurns(0);
  const done: string[] = [];
  const work = ['first', 'second'].map(async (name) => await turns.take(async () => void done.push(name)));
  await nextTurn();
  expect(done).toEqual(['first']);
  await Promise.all(work);
  expect(done).toEqual(['first', 'second']);
});

test('quick work runs in one turn, after the one in which it came', async () => {
  const turns = takeTurns(60_000);
  let done = 0;
  for (let count = 0; count < 100; count += 1) void turns.take(async () => (done += 1));
  expect(done).toBe(0);
  await nextTurn();
  expect(done).toBe(100);
});

test('the time that work takes after an await is counted', async () => {
  const turns = takeTurns(20);
  const done: string[] = [];
  const workLater = async (name: string): Promise<void> => {
    await Promise.resolve();
    const until = performance.now() + 30;
    while (performance.now() < until);
    done.push(name);
  };
  for (const name of ['first', 'second']) turns.begin(() => void workLater(name));
  await nextTurn();
  expect(done).toEqual(['first']);
  await expect.poll(() => done).toEqual(['first', 'second']);
});

test('work in progress runs before new work', async () => {
  const turns = takeTurns(60_000);
  const done: string[] = [];
  turns.begin(() => void done.push('new'));
  await turns.take(async () => void done.push('under way'));
  await expect.poll(() => done).toEqual(['under way', 'new']);
});

test('new work starts only when more is wanted, and work in progress continues', async () => {
  let isWanted = false;
  const turns = takeTurns(60_000, () => isWanted);
  const done: string[] = [];
  turns.begin(() => void done.push('new'));
  await turns.take(async () => void done.push('under way'));
  await nextTurn();
  expect(done).toEqual(['under way']);
  isWanted = true;
  await expect.poll(() => done).toEqual(['under way', 'new']);
});

test('a failure reaches its own caller, and others continue', async () => {
  const turns = takeTurns(0);
  const fails = turns.take(async () => await Promise.reject(new Error('It is no JSON')));
  const works = turns.take(async () => 7);
  await expect(fails).rejects.toThrow('It is no JSON');
  expect(await works).toBe(7);
});

test('the waiting time of the next work is measured', async () => {
  const turns = takeTurns(0, () => false);
  expect(turns.waitedMilliseconds()).toBe(0);
  turns.begin(() => {});
  const before = turns.waitedMilliseconds();
  const until = performance.now() + 20;
  while (performance.now() < until);
  expect(turns.waitedMilliseconds() - before).toBeGreaterThanOrEqual(19);
});

async function nextTurn(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
}
