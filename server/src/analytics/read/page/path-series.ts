import { CopydeskError } from '@copydesk/contract';
import type { Interval } from '@copydesk/contract';
import type { ViewClass } from '../../store/tables.ts';
import { visitElsewhereIn } from '../counts/elsewhere.ts';
import { visitJournal } from '../counts/journal.ts';
import { isFiltered, readKinds } from '../counts/kinds.ts';
import { readChosenPages } from './page-counts.ts';
import type { PageFilter } from './page-counts.ts';
import { readPieces } from '../counts/pieces.ts';
import { cover } from '../time/range.ts';
import type { Cover } from '../time/range.ts';
import type { Series } from '../time/series.ts';
import { countSingleViews } from '../counts/single-views.ts';
import type { Snapshot } from '../snapshot.ts';
import { beginsWithAll, visitSurface } from '../counts/surface-counts.ts';
import { visitKinds, visitPages } from '../counts/unpack.ts';

type Classes = readonly (ViewClass | undefined)[];

/**
 * Adds the views of the pages that a filter by path selects. Hours are counted from single views: packed counts of
 * paths have no hours.
 */
export async function countPathSeries(
  snapshot: Snapshot,
  interval: Interval,
  filter: PageFilter,
  series: Series,
): Promise<void> {
  if (interval === 'hour') requireSingleViews(snapshot);
  const covered: Cover =
    interval === 'hour'
      ? { packed: { from: 0, to: 0 }, parts: [], fragments: [snapshot.span] }
      : cover(snapshot.span, 'day', { months: interval === 'month' });
  const classOf = (await readKinds(snapshot)).classes(filter);
  const chosen = await readChosenPages(snapshot, filter);
  const { surface, path, exactPath } = filter;
  if (beginsWithAll(filter)) {
    await countPacked(snapshot, covered, { classOf, chosen, people: peopleOf(filter) }, series);
    const by = { by: [], found: true, path, exactPath };
    for (const { hour, kind, views } of await countSingleViews(snapshot, covered.fragments, by)) {
      series.add(hour, classOf[kind], views);
    }
    await visitElsewhereIn(snapshot, covered.fragments, ({ hour, kind, page, views }) => {
      if (chosen[page] === 1) series.add(hour, classOf[kind.number], views);
    });
  }
  if (surface === undefined) return;
  const options = { found: true, surface, path, exactPath };
  await visitSurface(snapshot, covered, options, ({ hour, page, kind, views }) => {
    if (chosen[page] === 1) series.add(hour, classOf[kind], views);
  });
}

/** Which people count: all, those that Copydesk has counted, those that another product has, or none. */
type People = 'all' | 'own' | 'elsewhere' | 'none';

function peopleOf(filter: PageFilter): People {
  if (isFiltered(filter)) return 'none';
  if (filter.source === undefined) return 'all';
  return filter.source === 'copydesk' ? 'own' : 'elsewhere';
}

function requireSingleViews({ span, rawFrom }: Snapshot): void {
  if (span.from >= rawFrom) return;
  const since = new Date(rawFrom).toISOString();
  const detail = `"hour" with a path needs single views, which are kept since ${since}: give a later dateFrom, or "day"`;
  throw new CopydeskError('invalid_request', `The parameter "interval": ${detail}.`, {
    errors: [{ parameter: 'interval', detail }],
  });
}

async function countPacked(
  snapshot: Snapshot,
  covered: Cover,
  { classOf, chosen, people }: { classOf: Classes; chosen: Uint8Array; people: People },
  series: Series,
): Promise<void> {
  const kinds = await readKinds(snapshot);
  const { pieces, journal } = await readPieces(snapshot, covered, { column: 'kinds' });
  for (const { day, table } of pieces) {
    visitKinds(table, (kind, page, views) => {
      if (chosen[page] !== 1) return;
      const isPerson = kinds.get(kind)?.class === 'human';
      // People are added with the pages; those that other products have counted are subtracted here.
      if (!isPerson || people === 'elsewhere') series.add(day * 24, classOf[kind], views);
      else if (people === 'own') series.add(day * 24, 'human', -views);
    });
  }
  visitJournal(journal, { hours: covered.packed, found: true }, ({ hour, page, kind, views }) => {
    if (chosen[page] === 1) series.add(hour, classOf[kind], views);
  });
  if (people !== 'all' && people !== 'own') return;
  for (const { day, table } of (await readPieces(snapshot, covered, { column: 'pages' })).pieces) {
    visitPages(table, (page, human) => {
      if (chosen[page] === 1) series.add(day * 24, 'human', human);
    });
  }
}
