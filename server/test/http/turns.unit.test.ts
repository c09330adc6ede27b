import { expect, test } from 'vitest';
import { takeTurns } from '../../src/http/collect/turns.ts';

test('work is done in its order, and others get in between when it takes long', async () => {
  const turns = takeTurns(0);
  const done: string[] = [];
  const work = ['first', 'second', 'third'].map(async (name) => await turns.take(async () => void done.push(name)));
  expect(done).toEqual(['first']);
  const between = new Promise<void>((resolve) => {
    setImmediate(() => {
      done.push('another');
      resolve();
    });
  });
  await Promise.all([...work, between]);
  expect(done).toEqual(['first', 'second', 'another', 'third']);
});

test('what is quick is done at once, however much there is', () => {
  const turns = takeTurns(60_000);
  let done = 0;
  for (let count = 0; count < 1_000; count += 1) void turns.take(async () => (done += 1));
  expect(done).toBe(1_000);
});

test('what fails says so to whoever asked for it, and others go on', async () => {
  const turns = takeTurns(0);
  const fails = turns.take(async () => await Promise.reject(new Error('It is no JSON')));
  const works = turns.take(async () => 7);
  await expect(fails).rejects.toThrow('It is no JSON');
  expect(await works).toBe(7);
});

test('whoever is next tells for how long it has waited', async () => {
  const turns = takeTurns(0);
  expect(turns.waitedMilliseconds()).toBe(0);
  const works = [turns.take(async () => {}), turns.take(async () => {})];
  const before = turns.waitedMilliseconds();
  const until = performance.now() + 20;
  while (performance.now() < until);
  expect(turns.waitedMilliseconds() - before).toBeGreaterThanOrEqual(19);
  await Promise.all(works);
  expect(turns.waitedMilliseconds()).toBe(0);
});
