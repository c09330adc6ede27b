import { readDateTime } from '@copydesk/contract';

/**
 * Returns the moment in a log, in milliseconds since 1970. Reads `21/Nov/2026:05:13:29 +0100` as Apache and nginx write
 * it, ISO 8601, `2026/11/21 05:13:29`, or a number of seconds, milliseconds, microseconds or nanoseconds since 1970. A
 * time without an offset is UTC.
 */
export function readTime(value: unknown): number | undefined {
  if (typeof value === 'number') return sinceEpoch(value);
  if (typeof value !== 'string') return undefined;
  if (/^\d{9,}(?:\.\d+)?$/.test(value)) return sinceEpoch(Number(value));
  return commonTime(value) ?? readDateTime(isoForm(value))?.getTime() ?? httpTime(value);
}

/** Reads the time of the common log format; Apache's and Varnish's `%t` has it in brackets. */
export function commonTime(text: string): number | undefined {
  const match = /^\[?(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d:\d\d:\d\d(?:\.\d{1,9})?)(?: ?([+-]\d{4}))?\]?$/.exec(text);
  if (match === null) return undefined;
  const [, day, name = '', year, clock, offset = '+0000'] = match;
  const month = months.indexOf(name) + 1;
  if (month === 0) return undefined;
  return readDateTime(`${year}-${String(month).padStart(2, '0')}-${day}T${clock}${offset}`)?.getTime();
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** {@link commonTime} for many lines: their day and offset are mostly the same as in the previous line. */
export function rememberingTime(): typeof commonTime {
  let day = { name: '', offset: '', midnight: 0 };
  return (text) => {
    const clock = /^(.{11}):([01]\d|2[0-3]):([0-5]\d):([0-5]\d) ([+-]\d{4})$/.exec(text);
    if (clock === null) return commonTime(text);
    const [, name = '', hour, minute, second, offset = ''] = clock;
    if (name !== day.name || offset !== day.offset) {
      const midnight = commonTime(`${name}:00:00:00 ${offset}`);
      if (midnight === undefined) return undefined;
      day = { name, offset, midnight };
    }
    return day.midnight + Number(hour) * 3_600_000 + Number(minute) * 60_000 + Number(second) * 1_000;
  };
}

/**
 * Recognises the unit by the size: seconds reach 10^11 in the year 5138, milliseconds reached it in 1973, and so on.
 */
function sinceEpoch(value: number): number | undefined {
  const milliseconds = value < 1e11 ? value * 1e3 : value < 1e14 ? value : value < 1e17 ? value / 1e3 : value / 1e6;
  // The whole fraction of a second counts: 1795237200.123 must not become .122.
  const whole = Math.floor(milliseconds + 1e-3);
  return Number.isFinite(whole) && whole >= 0 ? whole : undefined;
}

/** Converts `2026/11/21 05:13:29` and `2026-11-21 05:13:29 +0100` to ISO 8601. */
function isoForm(text: string): string {
  return text
    .replace(/^(\d{4})[/-](\d\d)[/-](\d\d) (?=\d\d:)/, '$1-$2-$3T')
    .replace(/ (?=[+-]\d\d:?\d\d$)/, '')
    .replace(/ UTC$/, 'Z');
}

/** Reads `Sat, 21 Nov 2026 05:13:29 GMT`. */
function httpTime(text: string): number | undefined {
  const match = /^[A-Z][a-z]{2}, (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d:\d\d:\d\d) GMT$/.exec(text);
  return match === null ? undefined : commonTime(`${match[1]}/${match[2]}/${match[3]}:${match[4]}`);
}
