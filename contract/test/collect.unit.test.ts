import { expect, test } from 'vitest';
import { CollectEvent } from '../src/collect.ts';

test('names of headers are taken in any case, and several values as one', () => {
  const event = CollectEvent.parse({ path: '/a', headers: { Accept: 'text/markdown', 'X-Several': ['a', 'b'] } });
  expect(event.headers).toEqual({ accept: 'text/markdown', 'x-several': 'a, b' });
});
