import type { Database } from '../../postgres/database.ts';
import { readPageReferrers } from '../read/page/page-referrers.ts';
import type { Span } from '../read/time/range.ts';
import { readAt } from '../read/snapshot.ts';
import type { ReadSite } from '../read/snapshot.ts';

const maximumViews = 5_000;

/** Returns the people whom AI products sent to each page. A page with more views than the limit is left out. */
export async function readReturns(
  db: Database,
  site: ReadSite,
  { from, to }: Span,
  pages: readonly number[],
): Promise<Map<number, number>> {
  if (pages.length === 0) return new Map();
  const query = { dateFrom: new Date(from), dateTo: new Date(to) };
  const { result } = await readAt(db, site, query, async (snapshot) =>
    readPageReferrers(snapshot, { pages, found: true, limit: maximumViews }),
  );
  return new Map(
    [...result].flatMap(([page, { referrers, viewsRead }]) => {
      if (viewsRead >= maximumViews) return [];
      const came = referrers.filter(({ product }) => product !== null).reduce((sum, { human }) => sum + human, 0);
      return [[page, came] as const];
    }),
  );
}
