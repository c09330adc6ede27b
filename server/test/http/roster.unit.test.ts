import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { openRoster } from '../../src/http/rooms/roster.ts';

test('removed entries leave the others in their order', () => {
  const roster = openRoster<string>();
  const go = new Map(['a', 'b', 'c', 'd', 'e'].map((name) => [name, roster.add(name)]));
  expect([...roster]).toEqual(['a', 'b', 'c', 'd', 'e']);
  for (const [name, left] of [
    ['a', 'bcde'],
    ['c', 'bde'],
    ['e', 'bd'],
  ] as const) {
    go.get(name)?.();
    go.get(name)?.();
    expect([...roster].join('')).toBe(left);
    expect(roster.size).toBe(left.length);
  }
  roster.add('f');
  go.get('b')?.();
  go.get('d')?.();
  expect([...roster]).toEqual(['f']);
});

test('an entry may be removed during iteration', () => {
  const roster = openRoster<{ name: string; go?: () => void }>();
  for (const name of ['a', 'b', 'c']) {
    const entry: { name: string; go?: () => void } = { name };
    entry.go = roster.add(entry);
  }
  const seen: string[] = [];
  for (const { name, go } of roster) {
    seen.push(name);
    if (name !== 'b') go?.();
  }
  expect(seen).toEqual(['a', 'b', 'c']);
  expect([...roster].map(({ name }) => name)).toEqual(['b']);
});

test('a removed entry is not kept in the old generation of the heap', () => {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('V8 does not hand out its garbage collector');
  const roster = openRoster<number[]>();
  // After two collections, the list itself and one former entry are in the old generation.
  const goFirst = roster.add([]);
  for (let count = 0; count < 4; count += 1) collect({ type: 'minor' });
  const before = oldBytes();
  let go = goFirst;
  for (let count = 0; count < 2_000; count += 1) {
    const goNext = roster.add(Array.from<number>({ length: 1_000 }).fill(count));
    go();
    go = goNext;
    if (count % 20 === 0) collect({ type: 'minor' });
  }
  // Together they have 16 MB.
  expect(oldBytes() - before).toBeLessThan(2e6);
});

function oldBytes(): number {
  return getHeapSpaceStatistics()
    .filter(({ space_name: name }) => name === 'old_space')
    .reduce((sum, { space_used_size: bytes }) => sum + bytes, 0);
}
