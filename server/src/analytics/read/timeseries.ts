import type { Interval, TimeseriesQuery, TimeseriesResult, Totals } from '@copydesk/contract';
import type { Database } from '../../postgres/database.ts';
import { hourMilliseconds } from '../store/calendar.ts';
import { bucketsOf } from './buckets.ts';
import type { Buckets } from './buckets.ts';
import { boundedSpan } from './extent.ts';
import { readKinds } from './kinds.ts';
import type { KindFilter } from './kinds.ts';
import { countPages, totalsOf } from './page-counts.ts';
import type { PageFilter } from './page-counts.ts';
import { isOfPages } from './path-filter.ts';
import { countPathSeries } from './path-series.ts';
import { cover, isEmpty } from './range.ts';
import type { Span } from './range.ts';
import { Series } from './series.ts';
import { visitSiteCounts } from './site-counts.ts';
import { readAt } from './snapshot.ts';
import type { Reading, ReadSite, Snapshot } from './snapshot.ts';
import type { SurfaceFilter } from './surface-counts.ts';

/** The views of each hour, day, week or month. Without bounds, from the project's first view to its last. */
export async function readTimeseries(
  db: Database,
  site: ReadSite,
  query: TimeseriesQuery,
): Promise<Reading<TimeseriesResult>> {
  const read = async (snapshot: Snapshot) => await readSeries(snapshot, query);
  if (query.interval === 'hour' && isOfPages(query)) return await readAt(db, site, query, read, true);
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

/** Of the range, what the buckets tell. Without a bound it begins with the first bucket, not with the first view. */
function listedSpan({ from, to }: Span, { starts, end }: Buckets): Span {
  const [start = end] = starts;
  return { from: Math.max(from, start * hourMilliseconds), to: Math.min(to, end * hourMilliseconds) };
}

async function countSeries(
  snapshot: Snapshot,
  interval: Interval,
  filter: PageFilter & { timeZone?: string },
  series: Series,
): Promise<void> {
  if (isOfPages(filter)) {
    await countPathSeries(snapshot, interval, filter, series);
    return;
  }
  const classOf = (await readKinds(snapshot)).classes(filter);
  // Whole months of UTC are none of a time zone's.
  const months = interval === 'month' && filter.timeZone === undefined;
  const covered = cover(snapshot.span, 'hour', { months });
  await visitSiteCounts(snapshot, covered, filter, (hour, { kind, views }) => series.add(hour, classOf[kind], views));
}

async function readTotals(snapshot: Snapshot, filter: PageFilter): Promise<Totals> {
  if (isOfPages(filter)) return totalsOf(await countPages(snapshot, filter));
  return await readSiteTotals(snapshot, filter);
}

async function readSiteTotals(snapshot: Snapshot, filter: KindFilter & SurfaceFilter): Promise<Totals> {
  const classOf = (await readKinds(snapshot)).classes(filter);
  const views = { human: 0, ai: 0, bot: 0 };
  await visitSiteCounts(snapshot, cover(snapshot.span, 'hour'), filter, (_, count) => {
    const viewClass = classOf[count.kind];
    if (viewClass !== undefined) views[viewClass] += count.views;
  });
  return { human: views.human, ai: views.ai, total: views.human + views.ai };
}
