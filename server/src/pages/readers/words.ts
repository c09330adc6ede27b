import type { Interval } from '@copydesk/contract';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import type { DayRange } from './range.ts';

/** How many characters of a path a table shows. The whole path is in its title and on its own page. */
const longestPath = 160;

/** Renders a path from outside: invisible characters are marked, and it cannot change the direction of other text. */
export function pathText(path: string, longest = longestPath): Html {
  const shown = path.length <= longest ? path : `${path.slice(0, longest).toWellFormed()}…`;
  return html`<bdi>${shown}</bdi>`;
}

/** Formats `1–30 Nov 2026`, in days of the time zone. */
export function rangeWords({ dateFrom, dateTo }: Pick<DayRange, 'dateFrom' | 'dateTo'>, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone });
  const last = dateTo && new Date(dateTo.getTime() - 1);
  if (dateFrom !== undefined && last !== undefined) return format.formatRange(dateFrom, last).replaceAll('\u2009', '');
  if (dateFrom !== undefined) return `since ${format.format(dateFrom)}`;
  return last === undefined ? 'all time' : `until ${format.format(last)}`;
}

/** Describes the range that the figures are compared with, including the time where it ends within a day. */
export function previousWords(previous: NonNullable<DayRange['previous']>, timeZone: string): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }).format(previous.dateTo);
  const days = rangeWords(previous, timeZone);
  return time === '00:00' ? days : `${days}, until ${time}`;
}

/** Formats `+12 %`; undefined where there is nothing to compare with. */
export function changeText(now: number, before: number): string | undefined {
  if (before === 0) return undefined;
  const percent = Math.round((100 * (now - before)) / before);
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent).toLocaleString('en')} %`;
}

/** Returns how the points of a chart are named: short on the axis, in full in the table. */
export function momentNames(
  interval: Interval,
  timeZone: string,
): { label: (at: Date) => string; name: (at: Date) => string } {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const made = new Intl.DateTimeFormat('en-GB', { ...options, timeZone });
    return (at: Date) => made.format(at);
  };
  const day = format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
  switch (interval) {
    case 'hour':
      return {
        label: format({ hour: '2-digit', minute: '2-digit' }),
        name: format({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
      };
    case 'day':
      return { label: format({ day: 'numeric', month: 'short' }), name: day };
    case 'week':
      return { label: format({ day: 'numeric', month: 'short' }), name: (at) => `Week of ${day(at)}` };
    case 'month':
      return {
        label: format({ month: 'short', year: '2-digit' }),
        name: format({ month: 'long', year: 'numeric' }),
      };
  }
}

export const intervalNames: Record<Interval, string> = { hour: 'Hour', day: 'Day', week: 'Week', month: 'Month' };

export const purposeNames = {
  assistant: 'Assistants',
  coding: 'Coding agents',
  search: 'AI search',
  training: 'Training',
  other: 'Other',
} as const;

export const surfaceNames = { html: 'HTML', markdown: 'Markdown', 'llms.txt': 'llms.txt' } as const;
