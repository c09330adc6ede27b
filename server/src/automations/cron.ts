import { Cron } from 'croner';

/** Recurring times in a time zone. */
export interface Times {
  /** Five fields, or `@daily` and the like. */
  cron: string;
  /** A name of the IANA database. */
  timeZone: string;
}

/** An error in a field of a trigger. */
export interface Fault {
  field: string;
  detail: string;
}

/** A shorter interval would only list as many runs without a result. */
const shortestMinutes = 15;

/**
 * Returns the next time after a moment; undefined when there is none. A time in the hour that clocks skip in spring
 * moves to that hour's end, and one in the hour that they repeat in autumn is the first of both: each occurs once.
 */
export function nextTime({ cron, timeZone }: Times, after: Date): Date | undefined {
  return openCron(cron, timeZone).nextRun(after) ?? undefined;
}

/** Returns the times after one moment, up to another, the first `most` of them. */
export function timesBetween({ cron, timeZone }: Times, from: Date, to: Date, most: number): Date[] {
  const opened = openCron(cron, timeZone);
  const times: Date[] = [];
  let time = opened.nextRun(from);
  while (time !== null && time <= to && times.length < most) {
    times.push(time);
    time = opened.nextRun(time);
  }
  return times;
}

/** Returns what is wrong with times; undefined when nothing is. */
export function faultOfTimes(times: Times, now: Date): Fault | undefined {
  if (!isTimeZone(times.timeZone)) {
    return { field: 'timeZone', detail: 'must be a time zone of the IANA database, such as "Europe/Berlin"' };
  }
  try {
    return faultOfCron(times, now);
  } catch {
    return { field: 'cron', detail: 'must be a cron expression of five fields, such as "0 6 * * 1"' };
  }
}

/** Whether a time zone is known here. */
export function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function faultOfCron(times: Times, now: Date): Fault | undefined {
  const next = nextTime(times, now);
  if (next === undefined) return { field: 'cron', detail: 'never matches a time' };
  const following = timesBetween(times, now, new Date(next.getTime() + 8 * 86_400_000), samples);
  const isTooOften = following.some((time, at) => {
    const before = following[at - 1];
    return before !== undefined && time.getTime() - before.getTime() < shortestMinutes * 60_000;
  });
  if (!isTooOften) return undefined;
  return { field: 'cron', detail: `must leave at least ${shortestMinutes} minutes between its times` };
}

/** A week of quarters of an hour. */
const samples = 7 * 96 + 1;

function openCron(cron: string, timezone: string): Cron {
  return new Cron(cron, { timezone, paused: true, mode: '5-part' });
}
