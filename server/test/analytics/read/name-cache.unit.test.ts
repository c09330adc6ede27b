import { expect, test } from 'vitest';
import { NameCache } from '../../../src/analytics/read/page/name-cache.ts';

test('names are recalled by project and number', () => {
  const cache = new NameCache(100);
  cache.remember(1, [[7, '/one']]);
  cache.remember(2, [[7, '/two']]);
  expect([...cache.recall(1)]).toEqual([[7, '/one']]);
  expect([...cache.recall(2)]).toEqual([[7, '/two']]);
});

test('beyond the capacity, the least recently read project is dropped', () => {
  const cache = new NameCache(10);
  cache.remember(1, [[1, '/aaa']]);
  cache.remember(2, [[1, '/bbb']]);
  cache.recall(1);
  cache.remember(3, [[1, '/ccc']]);
  expect([1, 2, 3].map((project) => cache.recall(project).get(1))).toEqual(['/aaa', undefined, '/ccc']);
});

test('a project that alone exceeds the capacity is dropped, and the same name counts once', () => {
  const cache = new NameCache(10);
  for (let time = 0; time < 5; time += 1) cache.remember(1, [[1, '/aaa']]);
  expect(cache.recall(1).size).toBe(1);
  cache.remember(1, [[2, '/bbbbbbbb']]);
  expect(cache.recall(1).size).toBe(0);
});
