import { visitElsewhereIn } from './elsewhere.ts';
import { visitJournal } from './journal.ts';
import { readPieces } from './pieces.ts';
import { cover } from './range.ts';
import { countSingleViews } from './single-views.ts';
import type { Snapshot } from './snapshot.ts';
import { beginsWithAll, visitSurface } from './surface-counts.ts';
import type { SurfaceFilter } from './surface-counts.ts';
import { visitKinds } from './unpack.ts';

/**
 * Visits the views of the snapshot's range by page and kind: where they were found of all kinds but people that Copydesk
 * has counted, and of all where they were not.
 */
export async function visitKindViews(
  snapshot: Snapshot,
  { found, surface }: { found: boolean } & SurfaceFilter,
  visitor: (page: number, kind: number, views: number) => void,
): Promise<void> {
  if (beginsWithAll({ surface })) await visitAll(snapshot, found, visitor);
  if (surface === undefined) return;
  await visitSurface(snapshot, cover(snapshot.span, 'day'), { found, surface }, ({ page, kind, views }) =>
    visitor(page, kind, views),
  );
}

async function visitAll(
  snapshot: Snapshot,
  found: boolean,
  visitor: (page: number, kind: number, views: number) => void,
): Promise<void> {
  const column = found ? 'kinds' : 'missing';
  const covered = cover(snapshot.span, 'day');
  const { pieces, journal } = await readPieces(snapshot, covered, { column });
  for (const { table } of pieces) {
    visitKinds(table, (kind, page, views) => visitor(page, kind, views));
  }
  visitJournal(journal, { hours: covered.packed, found }, ({ page, kind, views }) => visitor(page, kind, views));
  const singles = await countSingleViews(snapshot, covered.fragments, { by: ['page'], found });
  for (const { page, kind, views } of singles) visitor(page, kind, views);
  if (!found) return;
  await visitElsewhereIn(snapshot, covered.fragments, ({ page, kind, views }) => visitor(page, kind.number, views));
}
