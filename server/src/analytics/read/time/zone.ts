import { dayMilliseconds, hourMilliseconds } from '../../store/calendar.ts';

/** A time zone that determines when days begin. */
export interface Zone {
  /** Returns the day of the zone's own calendar at a moment in milliseconds, as days since 1970. */
  dayAt(moment: number): number;
  /** Returns the moment at which a day of the zone's calendar begins, in milliseconds. */
  startOfDay(day: number): number;
}

/** A chart may need the offsets of a thousand days, in a few zones. */
const known = new Map<string, Zone>();

/** Returns a time zone. @param name in the IANA database, such as `Europe/Berlin`, known to the runtime. */
export function zoneOf(name: string): Zone {
  const zone = known.get(name) ?? openZone(name);
  if (known.size < 1_000) known.set(name, zone);
  return zone;
}

function openZone(name: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  const offsetAt = (moment: number) => parseOffset(format.format(clampToDate(moment)));
  const dayAt = (moment: number) => Math.floor((moment + offsetAt(moment)) / dayMilliseconds);
  return {
    dayAt,
    startOfDay(day) {
      const wall = day * dayMilliseconds;
      // Outside the range of a date, or NaN.
      if (!(Math.abs(wall) < 8.6e15)) return wall;
      // The offsets a day before and a day after: the clock changes at most once in between.
      const [before, after] = [offsetAt(wall - dayMilliseconds), offsetAt(wall + dayMilliseconds)];
      const starts = [wall - Math.max(before, after), wall - Math.min(before, after)];
      const found = starts.find((start) => dayAt(start) === day && dayAt(start - 1) < day);
      // Where the clock skips midnight, as in Cairo in April, the day begins at the change.
      return found ?? firstHourOf(day, starts, dayAt);
    },
  };
}

function firstHourOf(day: number, [first = 0, last = 0]: number[], dayAt: Zone['dayAt']): number {
  for (let moment = first; moment <= last; moment += hourMilliseconds / 4) if (dayAt(moment) >= day) return moment;
  return last;
}

/** Limits a moment to the range of a date; unlimited bounds are outside it. */
function clampToDate(moment: number): number {
  return Math.min(Math.max(moment, -8.64e15), 8.64e15);
}

/**
 * Parses an offset such as `1/5/2026, GMT+05:30` to milliseconds. `GMT` alone is zero; the seconds of offsets from
 * before railway time are cut off.
 */
function parseOffset(text: string): number {
  const [, sign, hours = '0', minutes = '0'] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(text) ?? [];
  const milliseconds = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === '-' ? -milliseconds : milliseconds;
}
