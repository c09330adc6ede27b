import fc from 'fast-check';
import { expect, test } from 'vitest';
import { onceInOrder } from '../../../src/analytics/store/event-ids.ts';
import type { NumberedView } from '../../../src/analytics/store/numbered-view.ts';

/** Some begin alike, like ids made from the time. */
const id = fc.oneof(
  fc.uuid(),
  fc.integer({ min: 0, max: 20 }).map((last) => `019aaf00-0000-7000-8000-${String(last).padStart(12, '0')}`),
);

const views = fc.array(
  fc.record({ shard: fc.integer({ min: 1, max: 3 }), id }).map(({ shard, id: own }) => viewOf(shard, own)),
  { maxLength: 200 },
);

test('only the first view with an id is kept, in the order of projects and ids', () => {
  fc.assert(
    fc.property(views, (all) => {
      const expected = new Map<string, NumberedView>();
      for (const view of all) {
        const key = `${view.shard} ${view.id}`;
        if (!expected.has(key)) expected.set(key, view);
      }
      const keys = [...expected.keys()].sort();
      expect(onceInOrder(all)).toEqual(keys.map((key) => expected.get(key)));
    }),
  );
});

function viewOf(shard: number, own: string): NumberedView {
  const reader = { number: 1, kind: 1, verification: 0 };
  return {
    shard,
    id: own,
    at: Math.random(),
    page: 1,
    found: true,
    surface: 0,
    reader,
    isPerson: true,
    referrer: null,
    visitor: null,
    import: null,
    arrival: 0,
  };
}
