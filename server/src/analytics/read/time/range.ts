import { dayMilliseconds, hourMilliseconds } from '../../store/calendar.ts';

/** A half-open range: `from` is included, `to` is not. Each use states its unit; unlimited bounds are infinite. */
export interface Span {
  from: number;
  to: number;
}

/** Packed rows that belong to a range: those of the months, or days, that begin within it. */
export interface Part extends Span {
  level: 'day' | 'month';
  /** Days since 1970. */
  from: number;
  to: number;
  /** The hours that count, for the one day of which not all do. */
  hours?: Span;
}

/** How a range is composed from stored data. */
export interface Cover {
  /** The span that packed counts answer, in whole hours since 1970. The journal is counted within it. */
  packed: Span;
  /** The packed rows that make it up. */
  parts: Part[];
  /** The remaining edges, in milliseconds: counted from single views. */
  fragments: Span[];
}

/** The finest unit of the packed counts. */
export type Grain = 'hour' | 'day';

/** In milliseconds since 1970. An omitted bound is no bound. */
export function spanOf({ dateFrom, dateTo }: { dateFrom?: Date; dateTo?: Date }): Span {
  return {
    from: dateFrom?.getTime() ?? Number.NEGATIVE_INFINITY,
    to: dateTo?.getTime() ?? Number.POSITIVE_INFINITY,
  };
}

export const isEmpty = ({ from, to }: Span): boolean => from >= to;

/** Returns whether single views may be needed: whether a bound is not at midnight. */
export const hasBoundWithinDay = (span: Span): boolean =>
  [span.from, span.to].some((at) => at !== floor(at, dayMilliseconds));

/**
 * Widens a bound to whole days when the single views of its day are gone.
 * @param rawFrom - the moment since which all single views exist, in milliseconds since 1970.
 */
export function widen(span: Span, rawFrom: number): Span {
  if (isEmpty(span)) return span;
  const isGone = (at: number) => floor(at, dayMilliseconds) < rawFrom;
  return {
    from: isGone(span.from) ? floor(span.from, dayMilliseconds) : span.from,
    to: isGone(span.to) ? ceil(span.to, dayMilliseconds) : span.to,
  };
}

/**
 * Covers a range, in milliseconds, with as few packed rows as possible: months, the days beside them, hours of the days
 * at the edges, and single views for what is finer than the grain.
 * @param options - `months: false` uses days only, for counts by day or hour.
 */
export function cover(span: Span, grain: Grain, options: { months: boolean } = { months: true }): Cover {
  if (isEmpty(span)) return { packed: { from: 0, to: 0 }, parts: [], fragments: [] };
  const unit = grain === 'hour' ? hourMilliseconds : dayMilliseconds;
  const middle = { from: ceil(span.from, unit), to: floor(span.to, unit) };
  if (middle.from > middle.to) return { packed: { from: 0, to: 0 }, parts: [], fragments: [span] };
  const edges = [
    { from: span.from, to: middle.from },
    { from: middle.to, to: span.to },
  ];
  const packed = { from: middle.from / hourMilliseconds, to: middle.to / hourMilliseconds };
  return {
    packed,
    parts: partsOf(packed, options.months).filter((part) => !isEmpty(part)),
    fragments: edges.filter((edge) => !isEmpty(edge)),
  };
}

/** A range as the nearest whole hours, with what to add and what to subtract, in milliseconds. */
export interface NearestHours {
  hours: Span;
  added: Span[];
  subtracted: Span[];
}

/**
 * Moves each bound to the nearest whole hour: from 10:50 on is from 11:00 on plus ten minutes, and from 10:10 on is
 * from 10:00 on minus ten minutes, instead of plus fifty minutes of single views.
 */
export function nearestHours(span: Span): NearestHours {
  const isWithinOneHour = floor(span.from, hourMilliseconds) === floor(span.to, hourMilliseconds);
  if (isEmpty(span) || isWithinOneHour) return { hours: span, added: [], subtracted: [] };
  const hours = { from: nearestHour(span.from), to: nearestHour(span.to) };
  const added = [
    { from: span.from, to: hours.from },
    { from: hours.to, to: span.to },
  ];
  const subtracted = [
    { from: hours.from, to: span.from },
    { from: span.to, to: hours.to },
  ];
  return { hours, added: added.filter((one) => !isEmpty(one)), subtracted: subtracted.filter((one) => !isEmpty(one)) };
}

const nearestHour = (at: number): number => Math.round(at / hourMilliseconds) * hourMilliseconds;

/** Returns whole days in the middle, and hours of the days before and after them. */
function partsOf(hours: Span, months: boolean): Part[] {
  const days = { from: Math.ceil(hours.from / 24), to: Math.floor(hours.to / 24) };
  if (days.from > days.to) return [hoursOfDay(days.to, hours)];
  return [
    hoursOfDay(days.from - 1, { from: hours.from, to: days.from * 24 }),
    ...(months ? monthsAndDays(days) : [{ level: 'day' as const, ...days }]),
    hoursOfDay(days.to, { from: days.to * 24, to: hours.to }),
  ];
}

/** Returns a part without days when the hours are empty. */
function hoursOfDay(day: number, { from, to }: Span): Part {
  const end = from < to ? day + 1 : day;
  return { level: 'day', from: day, to: end, hours: { from: from - day * 24, to: to - day * 24 } };
}

function monthsAndDays(days: Span): Part[] {
  const months = { from: monthAtOrAfter(days.from), to: monthAtOrBefore(days.to) };
  if (isEmpty(months)) return [{ level: 'day', ...days }];
  return [
    { level: 'day', from: days.from, to: months.from },
    { level: 'month', ...months },
    { level: 'day', from: months.to, to: days.to },
  ];
}

function monthAtOrBefore(day: number): number {
  return Number.isFinite(day) ? monthOfDay(day, 0) : day;
}

function monthAtOrAfter(day: number): number {
  const before = monthAtOrBefore(day);
  return before === day ? day : monthOfDay(day, 1);
}

/** Returns the first day of the month that is `months` after the month of the day. */
export function monthOfDay(day: number, months: number): number {
  const date = new Date(day * dayMilliseconds);
  // Date.UTC treats the years 0 to 99 as years of the 20th century; setUTCFullYear does not.
  return date.setUTCFullYear(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / dayMilliseconds;
}

export const floor = (at: number, unit: number): number => Math.floor(at / unit) * unit;

export const ceil = (at: number, unit: number): number => Math.ceil(at / unit) * unit;
