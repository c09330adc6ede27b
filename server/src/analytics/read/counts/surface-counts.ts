import { sql } from 'kysely';
import { CopydeskError } from '@copydesk/contract';
import type { Surface } from '@copydesk/contract';
import { hourMilliseconds } from '../../store/calendar.ts';
import { visit } from '../../store/fold/packed.ts';
import { htmlNumber, rollupTables, surfaceNumber } from '../../store/tables.ts';
import { visitJournal } from './journal.ts';
import type { PathFilter } from '../page/path-filter.ts';
import { readPieces } from './pieces.ts';
import { isEmpty } from '../time/range.ts';
import type { Cover } from '../time/range.ts';
import { countSingleViews } from './single-views.ts';
import type { Snapshot } from '../snapshot.ts';

/** Which views count, by the form in which the page was requested. */
export interface SurfaceFilter {
  surface?: Surface;
}

/** Returns whether a count starts from all views, and subtracts other surfaces, or starts from none. */
export const beginsWithAll = ({ surface }: SurfaceFilter): boolean => surface === undefined || surface === 'html';

/** Views of a page and kind; negative when they are to be subtracted. */
export interface SurfaceCount {
  /** Since 1970; the first hour of their day, or month, when the hour is not known. */
  hour: number;
  page: number;
  kind: number;
  views: number;
}

/**
 * Visits what a filter by surface adds to a count that starts as {@link beginsWithAll} returns: the views of the
 * surface, or, for HTML, those of the other surfaces to subtract. Packed tables contain only the others, since nearly
 * all views are HTML.
 *
 * @param covered - by days.
 * @throws CopydeskError `invalid_request` when the range begins before surfaces were counted.
 */
export async function visitSurface(
  snapshot: Snapshot,
  covered: Cover,
  options: { found: boolean; surface: Surface } & PathFilter,
  visitor: (count: SurfaceCount) => void,
): Promise<void> {
  const { found, surface, path, exactPath } = options;
  const wanted = surfaceNumber(surface);
  const sign = wanted === htmlNumber ? -1 : 1;
  const isWanted = (one: number): boolean => (wanted === htmlNumber ? one !== htmlNumber : one === wanted);
  await requireSurfaces(snapshot, covered);
  const { pieces, journal } = await readPieces(snapshot, covered, { column: 'surfaces' });
  for (const { day, table } of pieces) {
    visit(rollupTables.surfaces, table, ([wasFound = 0, one = 0, kind = 0, page = 0, views = 0]) => {
      if ((wasFound === 1) === found && isWanted(one)) visitor({ hour: day * 24, page, kind, views: sign * views });
    });
  }
  const within = { by: ['page', 'surface'] as const, found, path, exactPath };
  const singles = await countSingleViews(snapshot, covered.fragments, within);
  const visitOne = (one: SurfaceCount & { surface: number }): void => {
    if (isWanted(one.surface)) visitor({ hour: one.hour, page: one.page, kind: one.kind, views: sign * one.views });
  };
  visitJournal(journal, { hours: covered.packed, found }, visitOne);
  for (const single of singles) visitOne(single);
}

async function requireSurfaces({ transaction, projectId }: Snapshot, { packed }: Cover): Promise<void> {
  if (isEmpty(packed)) return;
  const { rows } = await sql<{ from: number }>`
    select (extract(epoch from surfaces_from) * 1000)::float8 as "from" from view_site where project_id = ${projectId}
  `.execute(transaction);
  const from = rows[0]?.from ?? Number.NEGATIVE_INFINITY;
  if (packed.from * hourMilliseconds >= from) return;
  const detail = Number.isFinite(from)
    ? `counts of pages contain it since ${new Date(from).toISOString().slice(0, 10)}: give a later dateFrom`
    : 'it is being added to older counts of pages: ask again in some minutes';
  throw new CopydeskError('invalid_request', `The parameter "surface": ${detail}.`, {
    errors: [{ parameter: 'surface', detail }],
  });
}
