import { dayMilliseconds, hourMilliseconds } from '../store/calendar.ts';

/** A time zone by which days begin. */
export interface Zone {
  /** The days since 1970 of the zone's own calendar, at a moment in milliseconds. */
  dayAt(moment: number): number;
  /** The moment at which a day of the zone's calendar begins, in milliseconds. */
  startOfDay(day: number): number;
}

/** Offsets are asked for at a thousand days of a chart, and for a few zones. */
const known = new Map<string, Zone>();

/** @param name of the IANA database, such as `Europe/Berlin`, which the runtime knows. */
export function zoneOf(name: string): Zone {
  const zone = known.get(name) ?? openZone(name);
  if (known.size < 1_000) known.set(name, zone);
  return zone;
}

function openZone(name: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  const offsetAt = (moment: number) => parseOffset(format.format(within(moment)));
  const dayAt = (moment: number) => Math.floor((moment + offsetAt(moment)) / dayMilliseconds);
  return {
    dayAt,
    startOfDay(day) {
      const wall = day * dayMilliseconds;
      // Beyond what a date can hold, and NaN.
      if (!(Math.abs(wall) < 8.6e15)) return wall;
      // The offsets of a day before and after: the clock changes at most once between.
      const [before, after] = [offsetAt(wall - dayMilliseconds), offsetAt(wall + dayMilliseconds)];
      const starts = [wall - Math.max(before, after), wall - Math.min(before, after)];
      const found = starts.find((start) => dayAt(start) === day && dayAt(start - 1) < day);
      // Where the clock skips midnight, as in Cairo in April, the day begins with the change.
      return found ?? firstHourOf(day, starts, dayAt);
    },
  };
}

function firstHourOf(day: number, [first = 0, last = 0]: number[], dayAt: Zone['dayAt']): number {
  for (let moment = first; moment <= last; moment += hourMilliseconds / 4) if (dayAt(moment) >= day) return moment;
  return last;
}

/** Moments that a date can hold; an unlimited bound is none. */
function within(moment: number): number {
  return Math.min(Math.max(moment, -8.64e15), 8.64e15);
}

/** `1/5/2026, GMT+05:30`: in milliseconds. `GMT` alone is none; seconds, of times before the railways, are cut off. */
function parseOffset(text: string): number {
  const [, sign, hours = '0', minutes = '0'] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(text) ?? [];
  const milliseconds = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === '-' ? -milliseconds : milliseconds;
}
