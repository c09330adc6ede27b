import type { QuietHours } from '@copydesk/contract';
import { nextTime } from './cron.ts';

/** Returns the end of the quiet hours that a moment is in; undefined when it is in none. */
export function quietUntil({ from, to, timeZone }: QuietHours, at: Date): Date | undefined {
  const now = timeOfDay(at, timeZone);
  const isQuiet = from < to ? now >= from && now < to : now >= from || now < to;
  if (!isQuiet) return undefined;
  const [hour, minute] = to.split(':').map(Number);
  return nextTime({ cron: `${minute} ${hour} * * *`, timeZone }, at);
}

/** Returns `HH:MM` in a time zone. */
function timeOfDay(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    at,
  );
}
