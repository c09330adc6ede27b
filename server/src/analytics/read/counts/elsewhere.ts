import type { SourceName, Sources } from '@copydesk/contract';
import { dayMilliseconds, hourMilliseconds } from '../../store/calendar.ts';
import { elsewhereHour } from '../../store/imports/elsewhere.ts';
import { readKinds } from './kinds.ts';
import type { Kind } from './kinds.ts';
import { readPieces } from './pieces.ts';
import { cover } from '../time/range.ts';
import type { Span } from '../time/range.ts';
import type { Snapshot } from '../snapshot.ts';
import { visitKinds } from './unpack.ts';

/** A kind that another product has counted. */
export type KindFromElsewhere = Kind & { source: SourceName };

/** What another product has counted for a page on a day, or in a month when months are read. */
export interface CountFromElsewhere {
  /** Since 1970: the hour of the day at which its counts are stored; for months, that of their first day. */
  hour: number;
  kind: KindFromElsewhere;
  page: number;
  views: number;
}

/**
 * Visits what other products have counted within a span, in milliseconds. A day is within it as a whole or not at all,
 * by the hour at which it is stored. Sends no query to the database for projects without counts from elsewhere.
 */
export async function visitElsewhere(
  snapshot: Snapshot,
  { span, months }: { span: Span; months: boolean },
  visitor: (count: CountFromElsewhere) => void,
): Promise<void> {
  const kinds = await readKinds(snapshot);
  if (!kinds.hasSources) return;
  const { packed, parts } = cover(wholeDays(span), 'day', { months });
  const { pieces } = await readPieces(snapshot, { packed, parts, fragments: [] }, { column: 'kinds' });
  for (const { day, table } of pieces) {
    const hour = day * 24 + elsewhereHour;
    visitKinds(table, (number, page, views) => {
      const kind = kinds.fromElsewhere(number);
      if (kind !== undefined) visitor({ hour, kind, page, views });
    });
  }
}

/**
 * The same within several spans, by day: for the edges of a range, where Copydesk's own counts come from single views.
 */
export async function visitElsewhereIn(
  snapshot: Snapshot,
  spans: readonly Span[],
  visitor: (count: CountFromElsewhere) => void,
): Promise<void> {
  for (const span of spans) await visitElsewhere(snapshot, { span, months: false }, visitor);
}

/** Returns the days whose hour of counts from elsewhere begins within the span. */
function wholeDays({ from, to }: Span): Span {
  return { from: firstDay(from), to: firstDay(to) };
}

function firstDay(at: number): number {
  return Math.ceil((at - elsewhereHour * hourMilliseconds) / dayMilliseconds) * dayMilliseconds;
}

/** Adds views of people and AI to the sum of the product that counted them. */
export function addSource(sources: Sources, { source, class: viewClass }: KindFromElsewhere, views: number): void {
  if (viewClass !== 'bot') sources[source] = (sources[source] ?? 0) + views;
}

/** Returns the sums as a field of a result, which is absent when there are none. */
export function sourcesField(sources: Sources): { sources?: Sources } {
  const counted = Object.entries(sources).filter(([, views]) => views > 0);
  return counted.length === 0 ? {} : { sources: Object.fromEntries(counted) };
}
