import { expect, test } from 'vitest';
import { openBlobCache } from '../../../src/workspace/objects/blob-cache.ts';

test('the blob that was used least recently is forgotten first', () => {
  const cache = openBlobCache(100);
  const blob = new Uint8Array(25);
  for (const id of ['a', 'b', 'c', 'd']) cache.set(id, blob);
  cache.get('a');
  cache.set('e', blob);
  expect(['a', 'b', 'c', 'd', 'e'].filter((id) => cache.get(id))).toEqual(['a', 'c', 'd', 'e']);
});

test('a blob that would push most others out is not kept', () => {
  const cache = openBlobCache(100);
  cache.set('large', new Uint8Array(26));
  expect(cache.get('large')).toBeUndefined();
});
