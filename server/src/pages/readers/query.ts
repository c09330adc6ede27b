import { Interval, Purpose, Surface, isTimeZone, readDateTime } from '@copydesk/contract';
import { field } from '../../http/session/form.ts';

/** The ranges that one click selects, in their order. */
export const presets = ['today', '7d', '30d', '90d', '12m', 'all'] as const;

type Preset = (typeof presets)[number];

/** The query of a readers' page. */
export interface ReadersQuery {
  range: Preset | 'custom';
  /** The dates of a custom range, both inclusive. */
  from: string | undefined;
  to: string | undefined;
  timeZone: string;
  interval: Interval | undefined;
  purpose: Purpose | undefined;
  agent: string | undefined;
  /** The form in which pages were requested. */
  surface: Surface | undefined;
  /** The prefix of the paths. */
  path: string | undefined;
  /** The page of results, from 1. */
  page: number;
  /** The invalid parts of the query, as a message for the reader. */
  wrong: string | undefined;
}

/** Reads the query of an address. Invalid values count as absent, and are reported in `wrong`. */
export function readQuery(query: unknown): ReadersQuery {
  const text = (name: string, maximum?: number) => textIn(query, name, maximum);
  const [from, to] = [dateOf(text('from')), dateOf(text('to'))];
  const asked = text('range');
  const isCustom = asked === undefined && (from !== undefined || to !== undefined);
  // The form of dates sends the range that was shown before, which applies when no dates are given.
  const preset = isCustom ? undefined : presets.find((one) => one === (asked ?? text('otherwise')));
  const zone = text('zone');
  return {
    ...(from !== undefined && to !== undefined && from > to ? { from: to, to: from } : { from, to }),
    range: preset ?? (isCustom ? 'custom' : '30d'),
    timeZone: zone !== undefined && isTimeZone(zone) ? zone : 'UTC',
    interval: Interval.safeParse(text('interval')).data,
    purpose: Purpose.safeParse(text('purpose')).data,
    agent: text('agent', 200),
    surface: Surface.safeParse(text('surface')).data,
    path: pathOf(text('path')),
    page: pageOf(text('page')),
    wrong: wrongOf({ from: text('from'), to: text('to'), zone, path: text('path') }),
  };
}

function textIn(query: unknown, name: string, maximum = 4_096): string | undefined {
  const value = field(query, name)?.toWellFormed().trim();
  return value === undefined || value === '' ? undefined : value.slice(0, maximum);
}

/** Accepts a calendar date without a time, as a browser's date field sends it. */
function dateOf(text: string | undefined): string | undefined {
  return text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && readDateTime(text) !== undefined ? text : undefined;
}

/** Adds the slash that every path of a view begins with, since anything else would match nothing. */
function pathOf(text: string | undefined): string | undefined {
  return text === undefined || text.startsWith('/') ? text : `/${text}`;
}

function pageOf(text = '1'): number {
  const page = Number(text);
  return Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
}

function wrongOf(asked: Record<'from' | 'to' | 'zone' | 'path', string | undefined>): string | undefined {
  const { from, to, zone, path } = asked;
  const date = [from, to].find((one) => one !== undefined && dateOf(one) === undefined);
  if (date !== undefined) return `“${date.slice(0, 40)}” is not a date such as 2026-11-21, and was ignored.`;
  if (zone !== undefined && !isTimeZone(zone)) {
    return `“${zone.slice(0, 40)}” is not a time zone such as Europe/Berlin: days are those of UTC.`;
  }
  if (path === pathOf(path)) return undefined;
  return `Paths begin with a slash: it was put before “${path?.slice(0, 40)}”.`;
}

/** Returns a query string with the same values and the given changes. Defaults are left out. */
export function queryText(query: ReadersQuery, change: Partial<ReadersQuery> & Record<string, unknown> = {}): string {
  const { range, timeZone, page, wrong: _wrong, from, to, ...others } = { ...query, ...change };
  const parameters = new URLSearchParams();
  if (range === 'custom') {
    if (from !== undefined) parameters.set('from', from);
    if (to !== undefined) parameters.set('to', to);
  } else if (range !== '30d') parameters.set('range', range);
  if (timeZone !== 'UTC') parameters.set('zone', timeZone);
  for (const [name, value] of Object.entries(others)) {
    if (typeof value === 'string' && value !== '') parameters.set(name, value);
  }
  if (page > 1) parameters.set('page', String(page));
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
