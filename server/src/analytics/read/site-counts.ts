import { visitJournal } from './journal.ts';
import { readPieces } from './pieces.ts';
import type { Cover } from './range.ts';
import { countSingleViews } from './single-views.ts';
import type { Snapshot } from './snapshot.ts';
import { visitSite } from './unpack.ts';
import type { SiteRow } from './unpack.ts';

/** Views of the whole site with the same hour (or month), kind, surface and verification. */
export interface SiteCount extends SiteRow {
  /** Since 1970; the first of the month where whole months are counted. */
  hour: number;
  /** Seconds since 1970. */
  lastSecond: number;
}

/** Visits what was counted of the whole site. */
export async function visitSiteCounts(
  snapshot: Snapshot,
  covered: Cover,
  visitor: (count: SiteCount) => void,
): Promise<void> {
  const { pieces, journal } = await readPieces(snapshot, covered, { column: 'site' });
  const visit = (hour: number, { kind, surface, verification, views, lastSecond }: Omit<SiteRow, 'hour'>) =>
    visitor({ hour, kind, surface, verification, views, lastSecond: hour * 3600 + lastSecond });
  for (const { part, day, table } of pieces) {
    const { from, to } = part.hours ?? { from: 0, to: 24 };
    visitSite(table, (row) => {
      if (row.hour >= from && row.hour < to) visit(day * 24 + row.hour, row);
    });
  }
  visitJournal(journal, { hours: covered.packed, found: true }, (entry) => visit(entry.hour, entry));
  const by = ['surface', 'verification'] as const;
  const singles = await countSingleViews(snapshot, covered.fragments, { by, found: true });
  for (const single of singles) visit(single.hour, single);
}
