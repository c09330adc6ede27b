import { elsewhereSurface, elsewhereVerification } from '../../store/imports/elsewhere.ts';
import { visitElsewhereIn } from './elsewhere.ts';
import { visitJournal } from './journal.ts';
import { readPieces } from './pieces.ts';
import type { Cover } from '../time/range.ts';
import { countSingleViews } from './single-views.ts';
import type { Snapshot } from '../snapshot.ts';
import type { SurfaceFilter } from './surface-counts.ts';
import { visitSite } from './unpack.ts';
import { surfaceNumber } from '../../store/tables.ts';
import type { SiteRow } from '../../store/tables.ts';

/**
 * Visits the counts of the whole site, or of one surface. The row object may be reused with other counts.
 * @param visitor - receives the hour since 1970 that the counts belong to; the first hour of the month for whole
 *   months.
 */
export async function visitSiteCounts(
  snapshot: Snapshot,
  covered: Cover,
  { surface }: SurfaceFilter,
  visitor: (hour: number, row: SiteRow) => void,
): Promise<void> {
  if (surface === undefined) return await visitAll(snapshot, covered, visitor);
  const wanted = surfaceNumber(surface);
  await visitAll(snapshot, covered, (hour, row) => {
    if (row.surface === wanted) visitor(hour, row);
  });
}

async function visitAll(
  snapshot: Snapshot,
  covered: Cover,
  visitor: (hour: number, row: SiteRow) => void,
): Promise<void> {
  const { pieces, journal } = await readPieces(snapshot, covered, { column: 'site' });
  for (const { part, day, table } of pieces) {
    const { from, to } = part.hours ?? { from: 0, to: 24 };
    visitSite(table, (row) => {
      if (row.hour >= from && row.hour < to) visitor(day * 24 + row.hour, row);
    });
  }
  visitJournal(journal, { hours: covered.packed, found: true }, (entry) => visitor(entry.hour, entry));
  const by = ['surface', 'verification'] as const;
  const singles = await countSingleViews(snapshot, covered.fragments, { by, found: true });
  for (const single of singles) visitor(single.hour, single);
  await visitElsewhereIn(snapshot, covered.fragments, ({ hour, kind, views }) =>
    visitor(hour, {
      hour,
      kind: kind.number,
      surface: elsewhereSurface,
      verification: elsewhereVerification(kind.class),
      views,
      lastSecond: 0,
    }),
  );
}
