import { expect, test } from 'vitest';
import { runtimeBytes, viewId } from '../../src/request/id.ts';

test('an id is a UUID of version 7', () => {
  // The example of RFC 9562, A.6; its first four random bits are not used.
  const random = Uint8Array.of(0x0c, 0xc3, 0x18, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f);
  expect(viewId(0x017f22e279b0, () => random)).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
});

test('ids are sorted by time and unique', () => {
  const ids = Array.from({ length: 10_000 }, (_, index) => viewId(1_795_239_458_457 + index, runtimeBytes));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids.map((id) => id.slice(14))).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
