import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cover, monthOfDay, nearestHours, widen } from '../../../src/analytics/read/time/range.ts';
import type { Cover, Span } from '../../../src/analytics/read/time/range.ts';

const at = (text: string) => Date.parse(text);
const [hour, day] = [3_600_000, 86_400_000];

/** Returns the spans of a cover in milliseconds, oldest first. */
function spansOf({ parts, fragments }: Cover): Span[] {
  const packed = parts.map(({ from, to, hours }) =>
    hours === undefined
      ? { from: from * day, to: to * day }
      : { from: from * day + hours.from * hour, to: from * day + hours.to * hour },
  );
  return [...packed, ...fragments].sort((left, right) => left.from - right.from);
}

const presentSpans = (covered: Cover) =>
  spansOf(covered).map(({ from, to }) => `${new Date(from).toISOString()}/${new Date(to).toISOString()}`);

describe('the parts that cover a range', () => {
  test('are months, the days beside them, the hours of the days at the edges, and fragments', () => {
    const span = { from: at('2026-01-30T21:30:00Z'), to: at('2026-04-02T02:00:00.001Z') };
    const covered = cover(span, 'hour');
    expect(covered.parts.map(({ level, hours }) => (hours === undefined ? level : 'hours'))).toEqual([
      'hours',
      'day',
      'month',
      'day',
      'hours',
    ]);
    expect(presentSpans(covered)).toEqual([
      '2026-01-30T21:30:00.000Z/2026-01-30T22:00:00.000Z',
      '2026-01-30T22:00:00.000Z/2026-01-31T00:00:00.000Z',
      '2026-01-31T00:00:00.000Z/2026-02-01T00:00:00.000Z',
      '2026-02-01T00:00:00.000Z/2026-04-01T00:00:00.000Z',
      '2026-04-01T00:00:00.000Z/2026-04-02T00:00:00.000Z',
      '2026-04-02T00:00:00.000Z/2026-04-02T02:00:00.000Z',
      '2026-04-02T02:00:00.000Z/2026-04-02T02:00:00.001Z',
    ]);
  });

  test('are only months for all time', () => {
    const always = { from: -Infinity, to: Infinity };
    expect(cover(always, 'hour')).toEqual({ packed: always, parts: [{ level: 'month', ...always }], fragments: [] });
  });

  test('without a lower bound begins with months', () => {
    const { parts } = cover({ from: -Infinity, to: at('2026-04-03') }, 'hour');
    expect(parts).toEqual([
      { level: 'month', from: -Infinity, to: at('2026-04-01') / day },
      { level: 'day', from: at('2026-04-01') / day, to: at('2026-04-03') / day },
    ]);
  });

  test('are only a fragment for less than an hour', () => {
    const span = { from: at('2026-04-02T02:00:00.001Z'), to: at('2026-04-02T02:59:59.999Z') };
    expect(cover(span, 'hour')).toMatchObject({ parts: [], fragments: [span] });
  });

  test.each(['hour', 'day'] as const)('by the %s have no gap and no overlap, and do not exceed the range', (grain) => {
    const moment = fc.integer({ min: at('1999-12-30'), max: at('2001-03-03') });
    const bound = fc.tuple(moment, fc.constantFrom(1, 1000, hour, day)).map(([ms, unit]) => ms - (ms % unit));
    fc.assert(
      fc.property(bound, bound, fc.boolean(), (one, other, months) => {
        const span = { from: Math.min(one, other), to: Math.max(one, other) };
        let reached = span.from;
        for (const piece of spansOf(cover(span, grain, { months }))) {
          expect(piece.from).toBe(reached);
          expect(piece.to).toBeGreaterThan(piece.from);
          reached = piece.to;
        }
        expect(reached).toBe(span.to);
      }),
    );
  });
});

describe('bounds from before the single views', () => {
  const rawFrom = at('2026-08-01');

  test('are each widened to whole days', () => {
    expect(widen({ from: at('2026-07-31T23:00:00Z'), to: at('2026-08-01T00:00:00.001Z') }, rawFrom)).toEqual({
      from: at('2026-07-31'),
      to: at('2026-08-01T00:00:00.001Z'),
    });
    expect(widen({ from: at('2026-07-30T00:00:00.001Z'), to: at('2026-07-31T00:00:00.001Z') }, rawFrom)).toEqual({
      from: at('2026-07-30'),
      to: at('2026-08-01'),
    });
  });

  test('stay unchanged at midnight, without a limit, and in an empty range', () => {
    for (const span of [
      { from: at('2026-07-30'), to: at('2026-07-31') },
      { from: -Infinity, to: Infinity },
      { from: at('2026-07-30T01:00:00Z'), to: at('2026-07-30T01:00:00Z') },
    ]) {
      expect(widen(span, rawFrom)).toEqual(span);
    }
  });
});

test('months are counted over the ends of years, and before the year 100', () => {
  expect(monthOfDay(at('2026-11-21') / day, 2) * day).toBe(at('2027-01-01'));
  expect(monthOfDay(at('0050-03-05T00:00:00Z') / day, 0) * day).toBe(at('0050-03-01T00:00:00Z'));
});

describe('the nearest hours', () => {
  test('cut off less than half an hour on one side, and add it on the other', () => {
    const span = { from: at('2026-03-05T10:10:00Z'), to: at('2026-03-07T18:40:00Z') };
    expect(nearestHours(span)).toEqual({
      hours: { from: at('2026-03-05T10:00:00Z'), to: at('2026-03-07T19:00:00Z') },
      added: [],
      subtracted: [
        { from: at('2026-03-05T10:00:00Z'), to: span.from },
        { from: span.to, to: at('2026-03-07T19:00:00Z') },
      ],
    });
    const other = { from: at('2026-03-05T10:50:00Z'), to: at('2026-03-07T18:20:00Z') };
    expect(nearestHours(other)).toMatchObject({
      hours: { from: at('2026-03-05T11:00:00Z'), to: at('2026-03-07T18:00:00Z') },
      added: [{ from: other.from }, { to: other.to }],
      subtracted: [],
    });
  });

  test('are the range itself if it is within an hour, at whole hours, or unbounded', () => {
    const spans = [
      { from: at('2026-03-05T10:10:00Z'), to: at('2026-03-05T10:50:00Z') },
      { from: at('2026-03-05T10:00:00Z'), to: at('2026-03-05T12:00:00Z') },
      { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY },
    ];
    for (const span of spans) expect(nearestHours(span)).toEqual({ hours: span, added: [], subtracted: [] });
  });

  test('count each moment of the range exactly once, and no other', () => {
    fc.assert(
      fc.property(fc.nat(400), fc.nat(400), fc.nat(400), (from, length, moment) => {
        const span = { from: from * 600_000, to: (from + length) * 600_000 };
        const asked = moment * 600_000;
        const { hours, added, subtracted } = nearestHours(span);
        const holds = (one: { from: number; to: number }) => Number(asked >= one.from && asked < one.to);
        const counted = [hours, ...added].reduce((sum, one) => sum + holds(one), 0);
        const off = subtracted.reduce((sum, one) => sum + holds(one), 0);
        expect(counted - off).toBe(holds(span));
      }),
    );
  });
});
