import { expect, test } from 'vitest';
import { BoundedMap } from '../../src/analytics/bounded-map.ts';

test('used entries stay, unused ones are dropped, and the size limit holds', () => {
  const map = new BoundedMap<number, string>(100);
  for (let key = 0; key < 10_000; key += 1) {
    map.set(key, `value ${key}`);
    expect(map.get(0)).toBe('value 0');
  }
  const kept = Array.from({ length: 10_000 }, (_, key) => key).filter((key) => map.get(key) !== undefined);
  expect(kept).toContain(9_999);
  expect(kept).not.toContain(5_000);
  expect(kept.length).toBeLessThanOrEqual(100);
});

test('a value is replaced, also one of the older generation, and all can be forgotten', () => {
  const map = new BoundedMap<string, number>(4);
  for (const [value, key] of ['a', 'b', 'c', 'a'].entries()) map.set(key, value);
  expect(map.get('a')).toBe(3);
  map.clear();
  expect(map.get('a')).toBeUndefined();
});
