import { expect, test } from 'vitest';
import { alternateKinds } from '../../../scripts/mutate/draw/alternate-kinds.ts';
import { drawPlaces } from '../../../scripts/mutate/draw/draw-places.ts';
import { findBreaks } from '../../../scripts/mutate/draw/find-breaks.ts';
import type { Break } from '../../../scripts/mutate/draw/find-breaks.ts';
import { findSame } from '../../../scripts/mutate/draw/find-same.ts';
import { kinds } from '../../../scripts/mutate/kinds.ts';

const line = 'export function f(a, b) { if (a) b(1); return true; }\n';
const wired = 'export const g = (a) => ({ run: () => a });\n';
const all = Array.from({ length: 40 }, (_, index) => index).flatMap((index) => [
  ...findBreaks(`server/src/wiring/${index}.ts`, line + wired),
]);
const everything = async (some: readonly Break[]) => new Set(some);
const even = async (some: readonly Break[]) => new Set(some.filter(({ file }) => Number(/\d+/.exec(file)) % 2 === 0));
const countsOf = (drawn: Break[]) => kinds.map((kind) => drawn.filter((one) => one.kind === kind).length);

test('all kinds have equal shares, and the first ones what is left over', async () => {
  expect(countsOf(await drawPlaces(all, 50, 1, everything))).toEqual([10, 10, 10, 10, 10]);
  expect(countsOf(await drawPlaces(all, 13, 1, everything))).toEqual([3, 3, 3, 2, 2]);
});

test('an interrupted run has judged as many places of each kind', async () => {
  const drawn = (await drawPlaces(all, 23, 1, everything)).map((place, index) => ({ number: index + 1, place }));
  const ordered = alternateKinds(drawn);
  expect(ordered.toSorted((a, b) => a.number - b.number)).toEqual(drawn);
  expect(countsOf(ordered.slice(0, 10).map(({ place }) => place))).toEqual([2, 2, 2, 2, 2]);
  expect(countsOf(ordered.slice(0, 20).map(({ place }) => place))).toEqual([4, 4, 4, 4, 4]);
});

test('a seed draws the same places each time, and another one others', async () => {
  const first = await drawPlaces(all, 20, 7, everything);
  expect(await drawPlaces(all, 20, 7, everything)).toEqual(first);
  expect(await drawPlaces(all, 20, 8, everything)).not.toEqual(first);
  expect(new Set(first).size).toBe(20);
});

test('what does not compile is drawn again, as long as there is something left', async () => {
  const drawn = await drawPlaces(all, 50, 1, even);
  expect(countsOf(drawn)).toEqual([10, 10, 10, 10, 10]);
  expect(await drawPlaces(all, 50, 1, async () => new Set())).toEqual([]);
  expect(countsOf(await drawPlaces(all, 1_000, 1, even))).toEqual([20, 20, 20, 20, 20]);
});

test('a place is found again in another version of its file: the same line, wherever it is, and the same column', () => {
  const source = 'function f(a) {\n  return a < 1 || a > 1;\n}\n';
  const [, , , , last] = findBreaks('a.ts', source);
  if (last === undefined) throw new Error('There is no place');
  const moved = '// More.\n\nfunction f(a) {\n  if (a) {\n    return a < 1 || a > 1;\n  }\n}\n';
  const same = findSame(last, source, moved);
  expect(same).toMatchObject({ line: 5, code: last.code, change: '1 → 2' });
  expect(moved.slice((same?.start ?? 0) - 2, same?.end)).toBe('> 1'.slice(-3));
  expect(findSame(last, source, 'function f(a) {\n  return a < 1;\n}\n')).toBeUndefined();
});
