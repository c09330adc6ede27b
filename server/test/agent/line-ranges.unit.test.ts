import { describe, expect, test } from 'vitest';
import {
  allLines,
  covers,
  moveRanges,
  followRange,
  readRanges,
  unite,
  rangesWithin,
  writeRanges,
} from '../../src/agent/text/line-ranges.ts';

const ranges = (text: string) => readRanges(text);

describe('ranges of lines', () => {
  test.each([
    ['', '', ''],
    ['1-3', '4', '1-4'],
    ['5-9,1', '2-3', '1-3,5-9'],
    ['1-10', '2-3', '1-10'],
    ['3-2', '7', '7'],
  ])('%j and %j are %j', (one, other, both) => {
    expect(writeRanges(unite(ranges(one), ranges(other)))).toBe(both);
  });

  test('are written and read', () => {
    expect(readRanges(writeRanges(allLines))).toEqual(allLines);
    expect(writeRanges(readRanges('1-20,35'))).toBe('1-20,35');
  });

  test('cover a range that lies in one of them, and an empty range', () => {
    expect(covers(ranges('1-3,5-9'), { from: 5, to: 9 })).toBe(true);
    expect(covers(ranges('1-3,5-9'), { from: 3, to: 5 })).toBe(false);
    expect(covers([], { from: 4, to: 3 })).toBe(true);
  });
});

describe('lines after changes', () => {
  const longer = { from: 5, removed: 1, added: 3 };
  const inserted = { from: 5, removed: 0, added: 2 };
  const gone = { from: 5, removed: 2, added: 0 };

  test.each([
    ['1-4', [longer], '1-4'],
    ['5', [longer], '5-7'],
    ['1-10', [longer], '1-12'],
    ['6-8', [longer], '8-10'],
    ['1-10', [gone], '1-8'],
    ['5-6', [gone], ''],
    ['1-10', [inserted], '1-4,7-12'],
    ['4-5', [{ from: 5, removed: 2, added: 2 }], '4'],
    ['1-20', [inserted, { from: 12, removed: 3, added: 1 }], '1-4,7-20'],
  ])('%s after %j: %s', (before, changes, after) => {
    expect(writeRanges(moveRanges(ranges(before), changes, false))).toBe(after);
  });

  test('inserted lines are included if the model wrote them', () => {
    expect(writeRanges(moveRanges(ranges('1-10'), [inserted], true))).toBe('1-12');
    expect(moveRanges(allLines, [inserted], true)).toBe(allLines);
    expect(writeRanges(moveRanges(allLines, [inserted], false))).toBe('1-4,7-Infinity');
  });

  test.each([
    [{ from: 1, to: 4 }, longer, { from: 1, to: 4 }],
    [{ from: 6, to: 8 }, longer, { from: 8, to: 10 }],
    [{ from: 5, to: 5 }, longer, undefined],
    [{ from: 4, to: 6 }, longer, undefined],
    [{ from: 5, to: 5 }, inserted, { from: 7, to: 7 }],
    [{ from: 4, to: 5 }, inserted, undefined],
    [{ from: 5, to: 4 }, inserted, { from: 7, to: 6 }],
    [{ from: 5, to: 4 }, longer, { from: 5, to: 4 }],
    [{ from: 6, to: 5 }, gone, undefined],
    [{ from: 7, to: 6 }, gone, { from: 5, to: 4 }],
  ])('%j after %j', (range, change, after) => {
    expect(followRange(range, [change])).toEqual(after);
  });

  test.each([
    [
      { from: 4, to: 6 },
      { from: 5, removed: 1, added: 1 },
      { from: 4, to: 6 },
    ],
    [{ from: 4, to: 6 }, gone, { from: 4, to: 4 }],
    [{ from: 5, to: 6 }, gone, undefined],
    [{ from: 6, to: 8 }, gone, undefined],
    [{ from: 4, to: 6 }, inserted, undefined],
    [{ from: 4, to: 6 }, longer, undefined],
    [{ from: 6, to: 8 }, longer, { from: 8, to: 10 }],
  ])('%j after %j, which fixed its lines alone', (range, change, after) => {
    expect(followRange(range, [change], true)).toEqual(after);
  });

  test('ranges within another range are numbered from its first line', () => {
    expect(writeRanges(rangesWithin(ranges('1-4,8-20'), { from: 3, to: 9 }))).toBe('1-2,6-7');
  });
});
