import { CopydeskError } from '@copydesk/contract';
import type { Interval } from '@copydesk/contract';
import type { ViewClass } from '../store/tables.ts';
import { visitJournal } from './journal.ts';
import { isFiltered, readKinds } from './kinds.ts';
import { readChosenPages } from './page-counts.ts';
import type { PageFilter } from './page-counts.ts';
import { readPieces } from './pieces.ts';
import { cover } from './range.ts';
import type { Cover } from './range.ts';
import type { Series } from './series.ts';
import { countSingleViews } from './single-views.ts';
import type { Snapshot } from './snapshot.ts';
import { addKinds, addPages } from './unpack.ts';

type Classes = readonly (ViewClass | undefined)[];

/** Adds the views of the pages that a filter by path chooses. Hours are counted from single views: nothing else tells them. */
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
  await countPacked(snapshot, covered, { classOf, chosen, people: !isFiltered(filter) }, series);
  const by = { by: [], found: true, path: filter.path, exactPath: filter.exactPath };
  for (const { hour, kind, views } of await countSingleViews(snapshot, covered.fragments, by)) {
    series.add(hour, classOf[kind], views);
  }
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
  { classOf, chosen, people }: { classOf: Classes; chosen: Uint8Array; people: boolean },
  series: Series,
): Promise<void> {
  const { pieces, journal } = await readPieces(snapshot, covered, { column: 'kinds' });
  const sums = new ClassSums(chosen);
  for (const { day, table } of pieces) {
    addKinds(table, (kind) => sums.of(classOf[kind]));
    sums.moveTo(series, day * 24, ['ai', 'bot']);
  }
  visitJournal(journal, { hours: covered.packed, found: true }, ({ hour, page, kind, views }) => {
    if (chosen[page] === 1) series.add(hour, classOf[kind], views);
  });
  if (!people) return;
  for (const { day, table } of (await readPieces(snapshot, covered, { column: 'pages' })).pieces) {
    addPages(table, sums.human, sums.ai);
    sums.moveTo(series, day * 24, ['human']);
  }
}

/** Views of one day or month by page, of which those of the chosen pages count. */
class ClassSums {
  readonly human: Float64Array;
  readonly ai: Float64Array;
  readonly bot: Float64Array;
  /** The numbers of the chosen pages. */
  private readonly chosen: number[];

  constructor(chosen: Uint8Array) {
    this.chosen = [...chosen.keys()].filter((page) => chosen[page] === 1);
    this.human = new Float64Array(chosen.length);
    this.ai = new Float64Array(chosen.length);
    this.bot = new Float64Array(chosen.length);
  }

  of(viewClass: ViewClass | undefined): Float64Array | undefined {
    return viewClass && this[viewClass];
  }

  /** Adds the classes to the bucket of an hour, and begins anew. */
  moveTo(series: Series, hour: number, classes: readonly ViewClass[]): void {
    for (const viewClass of classes) {
      const sums = this[viewClass];
      let views = 0;
      for (const page of this.chosen) views += sums[page] ?? 0;
      series.add(hour, viewClass, views);
    }
    for (const sums of [this.human, this.ai, this.bot]) sums.fill(0);
  }
}
