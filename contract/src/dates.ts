import { z } from 'zod';

/**
 * A date (`2026-11-21`, 00:00:00 UTC of that day) or a date-time (`2026-11-21T09:30:00+01:00`) in ISO 8601's extended
 * format, read as a Date to the millisecond. A finer fraction is cut off. A date-time without an offset is UTC. Days
 * and times that do not exist on the calendar or clock are refused, not carried over.
 */
export const DateBound = z
  .string()
  .transform((text, context) => {
    const date = readDateTime(text);
    if (date !== undefined) return date;
    context.addIssue({
      code: 'custom',
      message: 'must be a date such as 2026-11-21, or an ISO 8601 date-time such as 2026-11-21T09:30:00Z',
    });
    return z.NEVER;
  })
  .meta({
    type: 'string',
    anyOf: [
      { type: 'string', format: 'date' },
      { type: 'string', format: 'date-time' },
    ],
  });

const form = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?([Zz]|[+\- ]\d\d(?::?\d\d)?)?)?$/;

/** Reads a text in {@link DateBound}'s format; undefined for any other text. */
export function readDateTime(text: string): Date | undefined {
  const match = form.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', offset = 'Z'] = match;
  const parts = [year, month, day, hour, minute, second].map(Number);
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = parts;
  if (h > 23 || mi > 59 || s > 59) return undefined;
  // Date.UTC takes the years 0 to 99 as 1900 to 1999; setUTCFullYear does not.
  const date = new Date(0);
  date.setUTCFullYear(y, mo - 1, d);
  if (date.getUTCFullYear() !== y || date.getUTCMonth() !== mo - 1 || date.getUTCDate() !== d) return undefined;
  date.setUTCHours(h, mi, s, Number(fraction.padEnd(3, '0').slice(0, 3)));
  const minutes = offsetMinutes(offset);
  return minutes === undefined ? undefined : new Date(date.getTime() - minutes * 60_000);
}

/** Reads `+01:00`, `+0100`, `+01`, `Z`. A query string turns a plus into a blank, so a blank counts as a plus. */
function offsetMinutes(offset: string): number | undefined {
  if (offset === 'Z' || offset === 'z') return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(3).replace(':', '') || '0');
  if (hours > 23 || minutes > 59) return undefined;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
