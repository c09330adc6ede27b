/** Days and months in UTC, as the tables of page views have them. Moments are milliseconds since 1970. */
export const hourMilliseconds = 3_600_000;
export const dayMilliseconds = 86_400_000;

/** `2026-11-21` */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** The first day of the month: `2026-11-01`. */
export function monthOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 7)}-01`;
}

/** Returns the first moment of the month that is `months` before the month of `at`. */
export function monthsBefore(at: number, months: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1);
}
