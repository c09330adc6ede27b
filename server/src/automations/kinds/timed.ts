import { faultOfTimes, nextTime, timesBetween } from '../cron.ts';
import type { Times } from '../cron.ts';
import type { Kind, CheckInput } from './kind.ts';

/** A month of checks each quarter of an hour. */
export const mostSimulated = 3_000;

/** The common part of all kinds that are checked at fixed times. */
export function timed(times: Times): Pick<Kind, 'fault' | 'nextAt'> {
  return {
    fault: (now) => faultOfTimes(times, now),
    nextAt: (after) => nextTime(times, after),
  };
}

/** Returns the times within a past range. */
export function timesWithin(times: Times, { from, to }: { from: Date; to: Date }): Date[] {
  return timesBetween(times, from, to, mostSimulated);
}

const lateMilliseconds = 10 * 60_000;

/** Returns why a scheduled check takes place, with how late it is and which times were missed when that is much. */
export function describeTime(
  times: Times,
  { at, dueAt, begunBy }: Pick<CheckInput, 'at' | 'dueAt' | 'begunBy'>,
): string {
  if (dueAt === undefined) return begunBy === 'hand' ? 'A person requested it.' : 'An event came.';
  const due = `It was due at ${formatTime(dueAt)} (${times.cron}, ${times.timeZone}).`;
  if (at.getTime() - dueAt.getTime() < lateMilliseconds) return due;
  const missed = timesBetween(times, dueAt, at, mostSimulated).length;
  const more =
    missed === 0
      ? ''
      : ` ${missed} further ${missed === 1 ? 'time was' : 'times were'} missed, and this run replaces them.`;
  return `${due} No worker checked before ${formatTime(at)}.${more}`;
}

function formatTime(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
