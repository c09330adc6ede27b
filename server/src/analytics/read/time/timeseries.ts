import type { Interval, Sources, TimeseriesQuery, TimeseriesResult, Totals } from '@copydesk/contract';
import type { Database } from '../../../postgres/database.ts';
import { hourMilliseconds } from '../../store/calendar.ts';
import { bucketsOf } from './buckets.ts';
import type { Buckets } from './buckets.ts';
import { addSource, sourcesField, visitElsewhere } from '../counts/elsewhere.ts';
import { boundedSpan } from './extent.ts';
import { readKinds } from '../counts/kinds.ts';
import type { KindFilter } from '../counts/kinds.ts';
import { countPages, readChosenPages, sourcesOf, totalsOf } from '../page/page-counts.ts';
import type { PageFilter } from '../page/page-counts.ts';
import { isOfPages } from '../page/path-filter.ts';
import { countPathSeries } from '../page/path-series.ts';
import { cover, isEmpty } from './range.ts';
import type { Span } from './range.ts';
import { Series } from './series.ts';
import { visitSiteCounts } from '../counts/site-counts.ts';
import { readAt } from '../snapshot.ts';
import type { Reading, ReadSite, Snapshot } from '../snapshot.ts';
import { beginsWithAll } from '../counts/surface-counts.ts';
import type { SurfaceFilter } from '../counts/surface-counts.ts';

/** Returns the views of each hour, day, week or month. Without bounds, from the project's first view to its last. */
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
  if (!isEmpty(span)) {
    await countSeries({ ...snapshot, span }, interval, query, series);
    await markElsewhere({ ...snapshot, span }, query, series);
  }
  const { totals, sources } = await readTotals(snapshot, query);
  return { interval, totals, series: series.present(), hasMore: buckets.hasMore, ...(sources && { sources }) };
}

/**
 * Returns the part of the range that the buckets cover. Without a bound it begins with the first bucket, not with the
 * first view.
 */
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
  // Whole months in UTC are not those of a time zone.
  const months = interval === 'month' && filter.timeZone === undefined;
  const covered = cover(snapshot.span, 'hour', { months });
  await visitSiteCounts(snapshot, covered, filter, (hour, { kind, views }) => series.add(hour, classOf[kind], views));
}

/** Records in the series what other products have counted. */
async function markElsewhere(snapshot: Snapshot, query: TimeseriesQuery, series: Series): Promise<void> {
  const kinds = await readKinds(snapshot);
  if (!kinds.hasSources || !beginsWithAll(query)) return;
  const classOf = kinds.classes(query);
  const chosen = isOfPages(query) ? await readChosenPages(snapshot, query) : undefined;
  const months = query.interval === 'month' && query.timeZone === undefined;
  await visitElsewhere(snapshot, { span: snapshot.span, months }, ({ hour, kind, page, views }) => {
    const counts = classOf[kind.number] !== undefined && (chosen === undefined || chosen[page] === 1);
    if (counts) series.mark(hour, kind, views);
  });
}

interface SourcedTotals {
  totals: Totals;
  sources?: Sources;
}

async function readTotals(snapshot: Snapshot, filter: PageFilter): Promise<SourcedTotals> {
  if (!isOfPages(filter)) return await readSiteTotals(snapshot, filter);
  const counts = await countPages(snapshot, filter);
  return { totals: totalsOf(counts), ...sourcesOf(counts) };
}

async function readSiteTotals(snapshot: Snapshot, filter: KindFilter & SurfaceFilter): Promise<SourcedTotals> {
  const kinds = await readKinds(snapshot);
  const classOf = kinds.classes(filter);
  const sources: Sources = {};
  const views = { human: 0, ai: 0, bot: 0 };
  await visitSiteCounts(snapshot, cover(snapshot.span, 'hour'), filter, (_, count) => {
    const viewClass = classOf[count.kind];
    if (viewClass === undefined) return;
    views[viewClass] += count.views;
    const kind = kinds.fromElsewhere(count.kind);
    if (kind !== undefined) addSource(sources, kind, count.views);
  });
  const totals = { human: views.human, ai: views.ai, total: views.human + views.ai };
  return { totals, ...sourcesField(sources) };
}
