import type { Interval, TimeseriesQuery, TimeseriesResult, Totals } from '@copydesk/contract';
import type { Database } from '../../postgres/database.ts';
import { hourMilliseconds } from '../store/calendar.ts';
import { bucketsOf } from './buckets.ts';
import type { Buckets } from './buckets.ts';
import { readExtent } from './extent.ts';
import { readKinds } from './kinds.ts';
import type { KindFilter } from './kinds.ts';
import { countPages, totalsOf } from './page-counts.ts';
import type { PageFilter } from './page-counts.ts';
import { countPathSeries } from './path-series.ts';
import { cover, isEmpty } from './range.ts';
import type { Span } from './range.ts';
import { Series } from './series.ts';
import { visitSiteCounts } from './site-counts.ts';
import { readAt } from './snapshot.ts';
import type { Reading, ReadSite, Snapshot } from './snapshot.ts';

/** The views of each hour, day, week or month. Without bounds, from the project's first view to its last. */
export async function readTimeseries(
  db: Database,
  site: ReadSite,
  query: TimeseriesQuery,
): Promise<Reading<TimeseriesResult>> {
  const read = async (snapshot: Snapshot) => await readSeries(snapshot, query);
  if (query.interval === 'hour' && query.path !== undefined) return await readAt(db, site, query, read, true);
  return await readAt(db, site, query, read);
}

async function readSeries(snapshot: Snapshot, query: TimeseriesQuery): Promise<TimeseriesResult> {
  const { interval } = query;
  const buckets = bucketsOf(await boundedSpan(snapshot), interval, query);
  const series = new Series(buckets);
  const span = listedSpan(snapshot.span, buckets);
  if (!isEmpty(span)) await countSeries({ ...snapshot, span }, interval, query, series);
  const totals = await readTotals(snapshot, query);
  return { interval, totals, series: series.present(), hasMore: buckets.hasMore };
}

/** Moments that ISO 8601 writes with four digits of a year, and their weeks; no view is near either end. */
const [earliest, latest] = [Date.parse('0001-01-08'), Date.parse('9999-12-31')];

/** The range with both bounds: those of the views where there are none. */
async function boundedSpan(snapshot: Snapshot): Promise<Span> {
  const { from, to } = snapshot.span;
  const isBounded = Number.isFinite(from) && Number.isFinite(to);
  const extent = isBounded ? snapshot.span : await readExtent(snapshot);
  return {
    from: Math.max(Number.isFinite(from) ? from : extent.from, earliest),
    to: Math.min(Number.isFinite(to) ? to : extent.to, latest),
  };
}

/** Of the range, what the buckets tell. Without a bound it begins with the first bucket, not with the first view. */
function listedSpan({ from, to }: Span, { starts, end }: Buckets): Span {
  const [start = end] = starts;
  return { from: Math.max(from, start * hourMilliseconds), to: Math.min(to, end * hourMilliseconds) };
}

async function countSeries(snapshot: Snapshot, interval: Interval, filter: PageFilter, series: Series): Promise<void> {
  if (filter.path !== undefined) {
    await countPathSeries(snapshot, interval, { ...filter, path: filter.path }, series);
    return;
  }
  const classOf = (await readKinds(snapshot)).classes(filter);
  const covered = cover(snapshot.span, 'hour', { months: interval === 'month' });
  await visitSiteCounts(snapshot, covered, (hour, { kind, views }) => series.add(hour, classOf[kind], views));
}

async function readTotals(snapshot: Snapshot, filter: PageFilter): Promise<Totals> {
  if (filter.path !== undefined) return totalsOf(await countPages(snapshot, filter));
  return await readSiteTotals(snapshot, filter);
}

async function readSiteTotals(snapshot: Snapshot, filter: KindFilter): Promise<Totals> {
  const classOf = (await readKinds(snapshot)).classes(filter);
  const views = { human: 0, ai: 0, bot: 0 };
  await visitSiteCounts(snapshot, cover(snapshot.span, 'hour'), (_, count) => {
    const viewClass = classOf[count.kind];
    if (viewClass !== undefined) views[viewClass] += count.views;
  });
  return { human: views.human, ai: views.ai, total: views.human + views.ai };
}
