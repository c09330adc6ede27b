import { z } from 'zod';

/** The name of a time zone in the IANA database, such as `Europe/Berlin`. */
export const TimeZone = z
  .string()
  .max(100)
  .refine(isTimeZone, 'must be a time zone of the IANA database, such as Europe/Berlin');

/**
 * Whether the runtime knows the time zone. It also accepts offsets, but those have no summer time and are not names.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
