import type { Purpose } from '@copydesk/contract';
import type { Database } from '../../postgres/database.ts';
import { readCountedDays } from '../read/counts/counted-days.ts';
import { addKindViews } from '../read/counts/kind-views.ts';
import { readKinds } from '../read/counts/kinds.ts';
import { countMissing, countPages } from '../read/page/page-counts.ts';
import { cover } from '../read/time/range.ts';
import type { Span } from '../read/time/range.ts';
import { visitSiteCounts } from '../read/counts/site-counts.ts';
import { readAt } from '../read/snapshot.ts';
import type { ReadSite, Snapshot } from '../read/snapshot.ts';
import { dayMilliseconds, dayOf } from '../store/calendar.ts';

/** Views of a range of whole days, indexed by page number. */
export interface RangeCounts<Purposes> {
  human: Float64Array;
  ai: Float64Array;
  /** The AI views by purpose. */
  purposes: Purposes;
  notFound: Record<'human' | 'ai', Float64Array>;
  /** Days on which nothing was counted in the whole project. */
  gaps: string[];
}

/**
 * Counts the views of a span.
 * @param span - of whole days.
 * @param countPurposes - {@link purposesOfPages}, or {@link purposesOfSite} where nobody asks for those of a page: of a
 *   million pages the first takes 40 MB more.
 */
export async function countRange<Purposes>(
  db: Database,
  site: ReadSite,
  span: Span,
  countPurposes: (snapshot: Snapshot) => Promise<Purposes>,
): Promise<RangeCounts<Purposes>> {
  const query = { dateFrom: new Date(span.from), dateTo: new Date(span.to) };
  const { result } = await readAt(db, site, query, async (snapshot): Promise<RangeCounts<Purposes>> => {
    const { human, ai } = await countPages(snapshot, {});
    return {
      human,
      ai,
      purposes: await countPurposes(snapshot),
      notFound: await countMissing(snapshot, {}),
      gaps: await findGaps(snapshot, span),
    };
  });
  return result;
}

/** Makes one value for each purpose. */
export function makeForPurposes<T>(make: (purpose: Purpose) => T): Record<Purpose, T> {
  const [assistant, coding, search] = [make('assistant'), make('coding'), make('search')];
  return { assistant, coding, search, training: make('training'), other: make('other') };
}

/** Counts the AI views of each page by purpose. */
export async function purposesOfPages(snapshot: Snapshot): Promise<Record<Purpose, Float64Array>> {
  const kinds = await readKinds(snapshot);
  const counts = makeForPurposes(() => new Float64Array(snapshot.pages + 1));
  await addKindViews(snapshot, true, (number) => {
    const kind = kinds.get(number);
    return kind?.class === 'ai' ? counts[kind.purpose ?? 'other'] : undefined;
  });
  return counts;
}

/** Counts the AI views of the whole site by purpose. */
export async function purposesOfSite(snapshot: Snapshot): Promise<Record<Purpose, number>> {
  const kinds = await readKinds(snapshot);
  const counts = makeForPurposes(() => 0);
  await visitSiteCounts(snapshot, cover(snapshot.span, 'hour', { months: true }), {}, (_, { kind, views }) => {
    const read = kinds.get(kind);
    if (read?.class === 'ai') counts[read.purpose ?? 'other'] += views;
  });
  return counts;
}

async function findGaps(snapshot: Snapshot, { from, to }: Span): Promise<string[]> {
  const days = { from: from / dayMilliseconds, to: to / dayMilliseconds };
  const counted = await readCountedDays(snapshot, days);
  const gaps: string[] = [];
  for (let day = days.from; day < days.to; day += 1) if (!counted.has(day)) gaps.push(dayOf(day * dayMilliseconds));
  return gaps;
}
