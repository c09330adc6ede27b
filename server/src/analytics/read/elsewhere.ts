import type { SourceName, Sources } from '@copydesk/contract';
import { dayMilliseconds, hourMilliseconds } from '../store/calendar.ts';
import { elsewhereHour } from '../store/elsewhere.ts';
import { readKinds } from './kinds.ts';
import type { Kind } from './kinds.ts';
import { readPieces } from './pieces.ts';
import { cover } from './range.ts';
import type { Span } from './range.ts';
import type { Snapshot } from './snapshot.ts';
import { visitKinds } from './unpack.ts';

/** A kind that another product has counted. */
export type KindFromElsewhere = Kind & { source: SourceName };

/** What another product has counted of a page on a day, or in a month where those were asked for. */
export interface CountFromElsewhere {
  /** Since 1970: the hour of the day that all of its counts stand at; of a month's first day for months. */
  hour: number;
  kind: KindFromElsewhere;
  page: number;
  views: number;
}

/**
 * Visits what other products have counted within a span, in milliseconds. All of a day is within it or none, by the
 * hour that it stands at. Asks nothing of the database for projects that have nothing from elsewhere.
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

/** The same within several spans, by days: for the edges of a range, which single views tell of what Copydesk has counted. */
export async function visitElsewhereIn(
  snapshot: Snapshot,
  spans: readonly Span[],
  visitor: (count: CountFromElsewhere) => void,
): Promise<void> {
  for (const span of spans) await visitElsewhere(snapshot, { span, months: false }, visitor);
}

/** The days whose hour of counts from elsewhere begins within the span. */
function wholeDays({ from, to }: Span): Span {
  return { from: firstDay(from), to: firstDay(to) };
}

function firstDay(at: number): number {
  return Math.ceil((at - elsewhereHour * hourMilliseconds) / dayMilliseconds) * dayMilliseconds;
}

/** Adds to what each product has counted, of people and AI. */
export function addSource(sources: Sources, { source, class: viewClass }: KindFromElsewhere, views: number): void {
  if (viewClass !== 'bot') sources[source] = (sources[source] ?? 0) + views;
}

/** As a field of an answer, which is there only where it tells something. */
export function sourcesField(sources: Sources): { sources?: Sources } {
  const told = Object.entries(sources).filter(([, views]) => views > 0);
  return told.length === 0 ? {} : { sources: Object.fromEntries(told) };
}
