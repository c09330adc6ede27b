import { expect, test } from 'vitest';
import { CollectEvent } from '../src/reader/collect.ts';

test('header names are accepted in any case, and several values are joined', () => {
  const event = CollectEvent.parse({ path: '/a', headers: { Accept: 'text/markdown', 'X-Several': ['a', 'b'] } });
  expect(event.headers).toEqual({ accept: 'text/markdown', 'x-several': 'a, b' });
});
