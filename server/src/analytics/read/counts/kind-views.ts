import { visitElsewhereIn } from './elsewhere.ts';
import { visitJournal } from './journal.ts';
import { readPieces } from './pieces.ts';
import { cover } from '../time/range.ts';
import { countSingleViews } from './single-views.ts';
import type { Snapshot } from '../snapshot.ts';
import { beginsWithAll, visitSurface } from './surface-counts.ts';
import type { SurfaceFilter } from './surface-counts.ts';
import { addKinds, visitKinds } from './unpack.ts';

/**
 * Visits the views of the snapshot's range by page and kind. For existing pages: all kinds except people whom Copydesk
 * has counted. For missing pages: all kinds.
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

/**
 * Adds the same views, of all surfaces, to the sums that `sumsOf` returns for a kind, if any. This takes a third of the
 * time of a visit.
 */
export async function addKindViews(
  snapshot: Snapshot,
  found: boolean,
  sumsOf: (kind: number) => Float64Array | undefined,
): Promise<void> {
  const add = (page: number, kind: number, views: number): void => {
    const sums = sumsOf(kind);
    if (sums !== undefined) sums[page] = (sums[page] ?? 0) + views;
  };
  await readAll(snapshot, found, { ofTable: (table) => addKinds(table, sumsOf), ofOne: add });
}

async function visitAll(
  snapshot: Snapshot,
  found: boolean,
  visitor: (page: number, kind: number, views: number) => void,
): Promise<void> {
  const ofTable = (table: Uint8Array): void => visitKinds(table, (kind, page, views) => visitor(page, kind, views));
  await readAll(snapshot, found, { ofTable, ofOne: visitor });
}

/** Handles a packed table of kinds, and views that are in no table. */
interface KindReader {
  ofTable: (table: Uint8Array) => void;
  ofOne: (page: number, kind: number, views: number) => void;
}

async function readAll(snapshot: Snapshot, found: boolean, { ofTable, ofOne }: KindReader): Promise<void> {
  const column = found ? 'kinds' : 'missing';
  const covered = cover(snapshot.span, 'day');
  const { pieces, journal } = await readPieces(snapshot, covered, { column });
  for (const { table } of pieces) ofTable(table);
  visitJournal(journal, { hours: covered.packed, found }, ({ page, kind, views }) => ofOne(page, kind, views));
  const singles = await countSingleViews(snapshot, covered.fragments, { by: ['page'], found });
  for (const { page, kind, views } of singles) ofOne(page, kind, views);
  if (!found) return;
  await visitElsewhereIn(snapshot, covered.fragments, ({ page, kind, views }) => ofOne(page, kind.number, views));
}
