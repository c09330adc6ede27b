import type { Interval, PageResult, Sources, TimeseriesResult, Totals, ViewsResult } from '@copydesk/contract';
import { readPage } from '../../analytics/read/page/page.ts';
import { readAtOneMoment } from '../../analytics/read/snapshot.ts';
import type { Reading } from '../../analytics/read/snapshot.ts';
import { readTimeseries } from '../../analytics/read/time/timeseries.ts';
import { readViews } from '../../analytics/read/page/views.ts';
import type { HttpServices } from '../../http/services.ts';
import type { Audience } from './audience.ts';
import type { ReadersQuery } from './query.ts';
import { intervalOf, rangeOf } from './range.ts';
import type { DayRange } from './range.ts';

type Db = HttpServices['db'];

/** Table rows per page. */
export const rowsPerPage = 50;

/** The most points that a chart shows: all days of a year fit. */
const mostPoints = 400;

/** Views of a range over time, with those of the range before. */
export interface ViewTrend {
  range: DayRange;
  totals: Totals;
  /** The totals of the range before; absent where there is none. */
  before: Totals | undefined;
  series: TimeseriesResult['series'];
  interval: Interval;
  /** Whether days are in UTC, whatever the time zone: single pages are counted only by those. */
  utcDays: boolean;
  /** The range that is shown instead, where single views at the edges were deleted. */
  widened: Reading<unknown>['range'];
  /** How many of the total were counted by other products. */
  sources: Sources | undefined;
}

/** Collects everything on the first page, from one snapshot. */
export async function gatherOverview(
  db: Db,
  { site, now }: Audience,
  query: ReadersQuery,
): Promise<ViewTrend & { views: ViewsResult }> {
  const filters = { path: query.path, purpose: query.purpose, agent: query.agent, surface: query.surface };
  return await readAtOneMoment(db, site, async (at) => {
    const range = rangeOf(query, now);
    const rows = { limit: rowsPerPage, offset: (query.page - 1) * rowsPerPage };
    const { result: views, range: widened } = await readViews(db, at, { ...boundsOf(range), ...filters, ...rows });
    const trend = await readTrend(db, at, query, { range, filters });
    return { ...trend, totals: views.totals, views, widened };
  });
}

/** Collects the same for one page, with who read it and where they came from. */
export async function gatherPage(
  db: Db,
  { site, now }: Audience,
  query: ReadersQuery,
  path: string,
): Promise<ViewTrend & { page: PageResult }> {
  return await readAtOneMoment(db, site, async (at) => {
    const range = rangeOf(query, now);
    const { result: page, range: widened } = await readPage(db, at, {
      ...boundsOf(range),
      path,
      surface: query.surface,
    });
    const trend = await readTrend(db, at, query, {
      range,
      filters: { exactPath: path, surface: query.surface },
    });
    return { ...trend, page, widened };
  });
}

/** Reads totals over time of everything that passes the filters. */
export async function gatherTrend(
  db: Db,
  { site, now }: Audience,
  query: ReadersQuery,
  filters: Filters,
): Promise<ViewTrend> {
  return await readAtOneMoment(db, site, async (at) =>
    readTrend(db, at, query, { range: rangeOf(query, now), filters }),
  );
}

interface Filters {
  path?: string;
  exactPath?: string;
  purpose?: ReadersQuery['purpose'];
  agent?: string;
  surface?: ReadersQuery['surface'];
}

async function readTrend(
  db: Db,
  site: Audience['site'],
  query: ReadersQuery,
  { range, filters }: { range: DayRange; filters: Filters },
): Promise<ViewTrend> {
  const ofPages = filters.path !== undefined || filters.exactPath !== undefined;
  const utcDays = ofPages && query.timeZone !== 'UTC';
  const timeZone = ofPages || query.timeZone === 'UTC' ? undefined : query.timeZone;
  const read = async (interval: Interval) =>
    await readTimeseries(db, site, {
      ...boundsOf(range),
      ...filters,
      interval,
      timeZone,
      limit: mostPoints,
      offset: 0,
    });
  const first = intervalFor(query, range, ofPages);
  const coarse = await read(first);
  // Without bounds the length of the range is not known in advance.
  const finer = range.days === undefined ? finerThan(first, coarse.result.series.length, query) : undefined;
  const { result, range: widened } = finer === undefined ? coarse : await read(finer);
  const before =
    range.previous && (await readViews(db, site, { ...range.previous, ...filters, limit: 1, offset: 0 })).result.totals;
  const { totals, series, interval, sources } = result;
  return { range, totals, before, series, interval, utcDays, widened, sources };
}

function intervalFor({ interval }: ReadersQuery, { days }: DayRange, ofPages: boolean): Interval {
  if (days === undefined) return interval === 'hour' ? 'month' : (interval ?? 'month');
  const points = { hour: days * 24, day: days, week: days / 7, month: days / 28 };
  const fits = interval !== undefined && points[interval] <= mostPoints && !(interval === 'hour' && ofPages);
  return fits ? interval : intervalOf(days, ofPages);
}

function finerThan(interval: Interval, points: number, query: ReadersQuery): Interval | undefined {
  if (query.interval !== undefined || interval !== 'month') return undefined;
  if (points <= 3) return 'day';
  return points <= 24 ? 'week' : undefined;
}

/** Returns the bounds in the form of the API. */
export function boundsOf({ dateFrom, dateTo }: DayRange): { dateFrom?: Date; dateTo?: Date } {
  return { dateFrom, dateTo };
}
