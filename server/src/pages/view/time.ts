import { html } from './html.ts';
import type { Html } from './html.ts';

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** Renders a time, to the minute, in UTC: the server does not know the reader's time zone. */
export function moment(at: Date): Html {
  return html`<time datetime="${at.toISOString()}">${format.format(at)} UTC</time>`;
}

/**
 * Renders how long ago a time was, or how soon it will be, with the exact time on hover. The script keeps it up to
 * date.
 */
export function relativeTime(at: Date, now: Date): Html {
  return html`<relative-time
    ><time datetime="${at.toISOString()}" title="${format.format(at)} UTC"
      >${describeTime(at, now)}</time
    ></relative-time
  >`;
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

function describeTime(at: Date, now: Date): string {
  const seconds = (at.getTime() - now.getTime()) / 1000;
  const found = units.find(([, length]) => Math.abs(seconds) >= length);
  if (found === undefined) return seconds > 0 ? 'in a moment' : 'just now';
  const [unit, length] = found;
  return relative.format(Math.round(seconds / length), unit);
}
