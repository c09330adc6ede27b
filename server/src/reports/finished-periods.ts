import { dayMilliseconds, monthsBefore } from '../analytics/store/calendar.ts';
import { reportedDays } from './periods.ts';
import type { ReportedDays } from './periods.ts';

/** Views of the last minutes of a week arrive a little later: middlewares and servers collect them in batches. */
const settleMinutes = 10;

/** How far back the feed goes. */
const monthsListed = 12;

/** Whether the views of a week or month that has ended have arrived, so that its report may be kept. */
export function hasSettled({ to }: Pick<ReportedDays, 'to'>, now: Date): boolean {
  return now.getTime() - to >= settleMinutes * 60_000;
}

/** Lists the weeks and months that have ended within twelve months, the newest end first. */
export function finishedPeriods(now: Date): ReportedDays[] {
  const since = monthsBefore(now.getTime(), monthsListed);
  return (['week', 'month'] as const)
    .flatMap((period) => {
      const found: ReportedDays[] = [];
      let days = reportedDays({ period }, now);
      while (days.from >= since) {
        if (hasSettled(days, now)) found.push(days);
        days = reportedDays({ period, date: new Date(days.from - dayMilliseconds) }, now);
      }
      return found;
    })
    .toSorted((one, other) => other.to - one.to || other.from - one.from);
}
