import { expect, test } from 'vitest';
import { openQueue } from '../../src/send/queue.ts';
import { view } from '../support/view.ts';

test('a batch contains the oldest views, which stay in the queue until they are removed', () => {
  const queue = openQueue();
  const views = [view('/a'), view('/b'), view('/c')];
  for (const one of views) expect(queue.add(one)).toBe(true);
  expect(JSON.parse(queue.batch(2).body)).toEqual(views.slice(0, 2));
  expect(queue.size).toBe(3);
  queue.remove(queue.batch(2).ids);
  queue.remove([views[0]?.id ?? '']);
  expect(JSON.parse(queue.batch(2).body)).toEqual(views.slice(2));
  expect(queue.size).toBe(1);
});

test('a batch of long views is smaller, so that proxies accept its body', () => {
  const queue = openQueue();
  for (let count = 0; count < 100; count += 1) queue.add(view(`/${'x'.repeat(20_000)}`));
  const { ids, body } = queue.batch(1_000);
  expect(ids.length).toBe(24);
  expect(body.length).toBeLessThan(500_000);
});

test('a view that is longer than a body is sent alone', () => {
  const queue = openQueue();
  queue.add(view(`/${'x'.repeat(600_000)}`));
  queue.add(view());
  expect(queue.batch(1_000).ids.length).toBe(1);
});

test('a full queue accepts no more views, by number or by size, until there is space', () => {
  const queue = openQueue({ views: 3, characters: 1_000 });
  const long = view(`/${'x'.repeat(600)}`);
  expect([queue.add(view()), queue.add(long), queue.add(long), queue.add(view()), queue.add(view())]).toEqual([
    true,
    true,
    false,
    true,
    false,
  ]);
  queue.remove(queue.batch(3).ids);
  expect(queue.size).toBe(0);
  expect(queue.add(long)).toBe(true);
});
